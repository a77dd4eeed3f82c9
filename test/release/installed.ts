import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A Node to install and run packages with. */
export interface NodeVersion {
  name: string
  /** Its folder of programs. */
  path: string
}

/** The Node of this process, and the oldest that packages promise to run on, where this machine has it. */
export function nodeVersions(): NodeVersion[] {
  const here = dirname(process.execPath)
  const others = (process.env.PATH ?? '').split(':').filter((path) => path !== here)
  const found = new Map<string, string>([[majorOf(here)!, here]])
  for (const path of others) {
    const major = majorOf(path)
    if (major && !found.has(major)) found.set(major, path)
  }
  return [...found]
    .filter(([major]) => Number(major) >= 20)
    .map(([major, path]) => ({ name: `Node ${major}`, path }))
}

function majorOf(path: string): string | undefined {
  const { stdout } = spawnSync(join(path, 'node'), ['-p', 'process.versions.node.split(".")[0]'], {
    encoding: 'utf8',
  })
  return stdout?.trim() || undefined
}

/** A folder outside the repository in which these are installed: archives, or names with versions. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-installed-'))
  readonly #node: NodeVersion

  constructor(node: NodeVersion, packages: readonly string[]) {
    this.#node = node
    writeFileSync(join(this.folder, 'package.json'), '{ "private": true }')
    this.run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages)
  }

  get environment(): Record<string, string> {
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(npm_|CAIRN_|NODE_OPTIONS|NODE_PATH)/.test(name),
    )
    return {
      ...(Object.fromEntries(inherited) as Record<string, string>),
      PATH: [join(this.folder, 'node_modules/.bin'), this.#node.path, '/usr/bin', '/bin'].join(':'),
      XDG_DATA_HOME: join(this.folder, 'data'),
    }
  }

  /** What a program prints; throws with all that it printed unless it ends with 0. */
  run(program: string, ...args: string[]): string {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      ...{ cwd: this.folder, env: this.environment, encoding: 'utf8', maxBuffer: 1e8 },
    })
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')}: ${status} ${error ?? ''}\n${stdout}${stderr}`)
    return stdout
  }
}
