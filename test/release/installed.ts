import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { oldestNode } from '../../release/index.ts'

/** A version of Node that installs and runs packages. */
export interface NodeVersion {
  name: string
  /** Folder of the programs of this version. */
  path: string
}

/** The Node that runs the tests, the newest version that packages promise. */
export const newestNode: NodeVersion = {
  name: `Node ${process.versions.node}`,
  path: dirname(process.execPath),
}

/** Version of the npm that belongs to {@link oldestNode}, which cannot run later ones. */
const oldestNpm = '9.6.7'

/** Installs the oldest Node that packages promise to support, with its npm, in a separate folder. */
export function installOldestNode(): NodeVersion {
  const node = `node-${process.platform}-${process.arch}@${oldestNode}`
  const { folder } = new Installation(newestNode, [node, `npm@${oldestNpm}`])
  return { name: `Node ${oldestNode}`, path: join(folder, 'node_modules/.bin') }
}

/** A folder outside the repository with installed packages: archives, or names with versions. */
export class Installation {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-installed-'))
  /** Output of npm, warnings included. */
  readonly output: string
  readonly #node: NodeVersion

  constructor(node: NodeVersion, packages: readonly string[]) {
    this.#node = node
    writeFileSync(join(this.folder, 'package.json'), '{ "private": true }')
    const options = ['--prefer-offline', '--no-audit', '--no-fund']
    this.output = this.#spawn('npm', ['install', ...options, ...packages]).join('')
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

  /** Returns the output of a program; throws with all of its output unless it exits with 0. */
  run(program: string, ...args: string[]): string {
    return this.#spawn(program, args)[0]
  }

  #spawn(program: string, args: readonly string[]): [stdout: string, stderr: string] {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      cwd: this.folder,
      env: this.environment,
      encoding: 'utf8',
      maxBuffer: 1e8,
    })
    if (status !== 0)
      throw new Error(`${program} ${args.join(' ')}: ${status} ${error ?? ''}\n${stdout}${stderr}`)
    return [stdout, stderr]
  }
}
