import { spawn } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { builderAllocator } from '#platform/home'
import { RegionError } from '../errors.ts'

/** Folder of the engine's package, resolved without loading it: loading the package would load the engine. */
const enginePackage = dirname(createRequire(import.meta.url).resolve('@valhallajs/valhallajs'))

/** Version of the routing engine, for example `3.6.1`. */
export const engineVersion: string = JSON.parse(
  readFileSync(join(enginePackage, 'package.json'), 'utf8'),
).version

export function findBuilder(program: string): string {
  return join(enginePackage, process.platform, process.arch, program)
}

export interface EngineRun {
  osm: readonly string[]
  /** Names of the extracts in messages; default: their file names. */
  names?: readonly string[]
  /** Folder where the program runs, and logs to `engine.log`. */
  folder: string
  signal?: AbortSignal | undefined
}

/** Returns the names of the extracts in messages. */
export function listNames({ osm, names }: Pick<EngineRun, 'osm' | 'names'>): readonly string[] {
  return names ?? osm.map((path) => basename(path))
}

/**
 * Returns the log line that best explains a failure: the text of an exception, else the last error, else the last
 * line.
 */
function findFailureReason(lines: readonly string[]): string {
  const said =
    lines.findLast((line) => line.includes('what():')) ??
    lines.findLast((line) => /\[(ERROR|FATAL)\]|terminate|exception/i.test(line)) ??
    lines.at(-1) ??
    'nothing'
  return said
    .replace(/^[\d/: .]*\[[A-Z]+\]/, '')
    .trim()
    .slice(0, 200)
}

const keptLines = 50

/** Whether a line of the tile builder says that the extracts have no roads. The builder crashes afterwards. */
export function saysNoRoads(line: string): boolean {
  return line.includes('Finished with 0 routable ways')
}

/** Runs one of the engine's programs to its end. */
export async function runBuilder(
  program: string,
  args: string[],
  build: EngineRun,
  onLine: (line: string) => void,
): Promise<void> {
  const { folder, signal } = build
  signal?.throwIfAborted()
  const log = createWriteStream(join(folder, 'engine.log'), { flags: 'a' })
  const builder = spawn(findBuilder(program), args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, GLIBC_TUNABLES: builderAllocator },
  })
  const lastLines: string[] = []
  for (const output of [builder.stdout, builder.stderr])
    createInterface({ input: output }).on('line', (line) => {
      log.write(`${line}\n`)
      lastLines.push(line)
      if (lastLines.length > keptLines) lastLines.shift()
      onLine(line)
    })
  const kill = (): void => void builder.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  try {
    const end = await new Promise<number | string>((resolve, reject) => {
      builder.once('error', reject)
      builder.once('close', (code, killer) => resolve(killer ?? code ?? 'an unknown status'))
    })
    if (end === 0) return
    signal?.throwIfAborted()
    const how = typeof end === 'number' ? `exit code ${end}` : end
    throw new RegionError(
      `The routing engine cannot use ${listNames(build).join(', ')}: damaged, or not plain OpenStreetMap data; download the file again, or from another source (${program}, ${how}: ${findFailureReason(lastLines)}).`,
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new RegionError(
        `The routing engine has no ${program} for ${process.platform}/${process.arch}: build regions on Linux or on macOS with Apple silicon.`,
      )
    throw error
  } finally {
    signal?.removeEventListener('abort', kill)
    log.end()
  }
}
