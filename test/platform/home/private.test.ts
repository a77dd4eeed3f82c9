import { execFile } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-private-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Runs a script after `keepHomePrivate`, in a separate process with the umask 0022. */
async function runPrivately(home: string, script = '', env: NodeJS.ProcessEnv = {}): Promise<void> {
  const source = `
    import { mkdirSync, writeFileSync } from 'node:fs'
    import { spawnSync } from 'node:child_process'
    import { once } from 'node:events'
    import { Worker } from 'node:worker_threads'
    import { keepHomePrivate, writeForCaller } from './lib/platform/home/index.ts'
    const home = ${JSON.stringify(home)}
    const folder = ${JSON.stringify(folder)}
    keepHomePrivate(home)
    ${script}`
  await run(
    'sh',
    ['-c', 'umask 0022; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', source],
    { env: { ...process.env, ...env } },
  )
}

const modeOf = (...path: string[]) => (lstatSync(join(folder, ...path)).mode & 0o7777).toString(8)

test('only the owner can read files that this process, its threads and its programs write', async () => {
  await runPrivately(
    join(folder, 'home'),
    `mkdirSync(home + '/jobs', { recursive: true })
    writeFileSync(home + '/jobs/a', '')
    spawnSync('sh', ['-c', 'mkdir "$0/tiles"; echo > "$0/tiles/b"', home])
    const write = "process.getBuiltinModule('fs').writeFileSync(process.getBuiltinModule('worker_threads').workerData, '')"
    await once(new Worker(write, { eval: true, workerData: home + '/c' }), 'exit')`,
  )
  for (const name of ['', 'jobs', 'tiles']) expect(modeOf('home', name)).toBe('700')
  for (const name of ['jobs/a', 'tiles/b', 'c']) expect(modeOf('home', name)).toBe('600')
})

test('an existing home is closed to others, but the targets of its links are not', async () => {
  const home = join(folder, 'home')
  mkdirSync(join(home, 'jobs'), { recursive: true, mode: 0o755 })
  mkdirSync(join(folder, 'shared'))
  writeFileSync(join(folder, 'shared/tiles'), '')
  for (const path of ['shared', 'home', 'home/jobs']) chmodSync(join(folder, path), 0o755)
  writeFileSync(join(home, 'log'), '')
  chmodSync(join(home, 'log'), 0o644)
  symlinkSync(join(folder, 'shared'), join(home, 'datasets'))
  symlinkSync(join(folder, 'shared/tiles'), join(home, 'tiles'))
  symlinkSync(home, join(folder, 'link'))
  await runPrivately(join(folder, 'link'))
  expect(['', 'jobs', 'log'].map((name) => modeOf('home', name))).toEqual(['700', '700', '600'])
  expect(['shared', 'shared/tiles'].map((name) => modeOf(name))).toEqual(['755', '644'])
})

test('a folder that users share and a person’s own home folder stay open', async () => {
  writeFileSync(join(folder, 'file'), '')
  chmodSync(join(folder, 'file'), 0o644)
  chmodSync(folder, 0o1777)
  await runPrivately(folder)
  expect([modeOf(), modeOf('file')]).toEqual(['1777', '644'])
  chmodSync(folder, 0o755)
  await runPrivately(folder, '', { HOME: folder })
  expect(homedir()).not.toBe(folder)
  expect([modeOf(), modeOf('file')]).toEqual(['755', '644'])
})

test.runIf(process.getuid?.() === 0)('a home of another user keeps its mode', async () => {
  const { chownSync } = await import('node:fs')
  mkdirSync(join(folder, 'home'))
  chmodSync(join(folder, 'home'), 0o755)
  chownSync(join(folder, 'home'), 65534, 65534)
  await runPrivately(join(folder, 'home'))
  expect(modeOf('home')).toBe('755')
})

test('a file that the caller names outside the home keeps the usual mode of the caller', async () => {
  await runPrivately(
    join(folder, 'home'),
    `mkdirSync(home)
    for (const path of [folder + '/out', home + '/in', home + '/..kept'])
      await writeForCaller(path, async () => writeFileSync(path, ''))
    writeFileSync(home + '/after', '')`,
  )
  expect(['out', 'home/in', 'home/..kept', 'home/after'].map((path) => modeOf(path))).toEqual([
    '644',
    '600',
    '600',
    '600',
  ])
})
