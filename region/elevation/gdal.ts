import { fork } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RegionError } from '../errors.ts'
import type { GdalMessage, GdalStep, RasterFacts } from './gdal-steps.ts'

const child = fileURLToPath(new URL('./gdal-child.ts', import.meta.url))

export interface GdalOptions {
  signal?: AbortSignal | undefined
  /** Called after each step with the number of steps done. */
  onStep?: (done: number) => void
}

/** Returns the line of a crash report that contains the error. */
function findError(report: string): string | undefined {
  return report.split('\n').find((line) => /^\w*Error\b|^Aborted/.test(line))
}

/** Returns GDAL's message on one line, without folders. */
function cleanMessage(message: string): string {
  return message
    .replaceAll(/\/output\/[^\s:,']*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200)
}

/** Describes the failure of a step: names the file and what to do. GDAL's message comes last. */
function describeFailure({ input, names = [basename(input)] }: GdalStep, message: string): string {
  const said = cleanMessage(message)
  if (/No space left|ENOSPC/.test(said)) return `The disk is full; make room and build again.`
  const blamed = names.filter((name) => said.includes(name))
  const files = (blamed.length > 0 ? blamed : names).join(', ')
  return `${files} cannot be converted: damaged, or written in a way that is not understood; get the file again, or rewrite it with gdal_translate -of COG (GDAL: ${said}).`
}

/**
 * Runs GDAL programs in order in one fresh process.
 *
 * @returns The results of the `info` steps, in order.
 * @throws RegionError that names the input of the failed step.
 */
export async function runGdal(
  steps: readonly GdalStep[],
  { signal, onStep }: GdalOptions = {},
): Promise<RasterFacts[]> {
  signal?.throwIfAborted()
  const facts: RasterFacts[] = []
  if (steps.length === 0) return facts
  const gdal = fork(child, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let stderr = ''
  gdal.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2000)
  })
  const kill = (): void => void gdal.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      let done = 0
      const fail = (message: string): void => {
        const step = steps[Math.min(done, steps.length - 1)]!
        reject(new RegionError(describeFailure(step, message)))
      }
      gdal.on('message', (message: GdalMessage) => {
        if (message.kind === 'failed') return fail(message.message)
        if (message.facts) facts.push(message.facts)
        done++
        onStep?.(done)
      })
      gdal.once('error', reject)
      gdal.once('close', (code, killer) => {
        if (done === steps.length) resolve()
        else if (signal?.aborted) reject(signal.reason)
        else fail(findError(stderr) ?? `GDAL ended with ${killer ?? code}`)
      })
      gdal.send(steps)
    })
  } finally {
    signal?.removeEventListener('abort', kill)
    kill()
  }
  return facts
}
