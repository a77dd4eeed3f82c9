import { execFile } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { truth } from '../../demo-island/index.ts'
import { JobsClient } from '../fixtures/jobs-client.ts'
import { startServer, type TestServer } from '../fixtures/server.ts'
import { roadNet, tinyOsm } from '../region/tiny-osm.ts'

const run = promisify(execFile)
const oldFile = () => join(home, 'jobs/old.csv')
const csv = 'id;street;town\n1;Via Pegna 5;Pradetta\n'

/** Returns the command that runs a program under the umask of most systems. */
const underUmask = (...program: string[]): [string, ...string[]] => [
  'sh',
  '-c',
  'umask 0022; exec "$0" "$@"',
  process.execPath,
  ...program,
]

let server: TestServer
let home: string
let outside: string

/** Runs a command of `cli/` beside the server. */
async function command(...args: string[]): Promise<void> {
  const [shell, ...rest] = underUmask(...args)
  await run(shell, rest, { env: { ...process.env, CAIRN_HOME: home } })
}

beforeAll(async () => {
  outside = mkdtempSync(join(tmpdir(), 'cairn-outside-'))
  home = join(outside, 'home')
  mkdirSync(join(home, 'data/datasets'), { recursive: true, mode: 0o700 })
  symlinkSync(join(inject('builtHome'), 'data/datasets/demo'), join(home, 'data/datasets/demo'))
  // An earlier version left the home in this state.
  mkdirSync(join(home, 'jobs'))
  writeFileSync(oldFile(), csv)
  chmodSync(oldFile(), 0o644)
  for (const folder of ['', 'data', 'jobs']) chmodSync(join(home, folder), 0o755)
  const environment = { CAIRN_JOB_PROCESSES: '1', CAIRN_WORKERS: '1' }
  server = await startServer(home, environment, underUmask('infra/local/main.ts'))
})

afterAll(async () => {
  await server.stop()
})

/** Yields a folder and all paths below it, without following links. */
function* pathsUnder(path: string): Iterable<string> {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return
  yield path
  if (found.isDirectory()) for (const name of readdirSync(path)) yield* pathsUnder(join(path, name))
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

describe('the home folder', () => {
  test('keeps all files of the server and the commands readable for the owner only', async () => {
    const { key } = await server.newKey('5.00')
    const job = await new JobsClient(server.url, key).run(csv)
    expect(job.state).toBe('succeeded')
    const body = { locations: [truth.lakesideRoad.from, truth.lakesideRoad.to] }
    const route = await server.post('/v1/routing/route', body, { 'x-api-key': key })
    expect(route.status).toBe(200)

    const file = join(outside, 'customers.csv')
    writeFileSync(file, csv)
    await command('cli/keys.ts', 'create', '--balance', '1.00')
    await command('cli/jobs.ts', 'run', file, '--output', join(outside, 'result.csv'))
    writeFileSync(join(outside, 'net.osm.pbf'), tinyOsm(roadNet(46.02, 9.02, 5, 0.005)))
    await command('cli/region.ts', 'build', 'net', '--osm', join(outside, 'net.osm.pbf'))
    const at = `${truth.lakesideRoad.from.lat},${truth.lakesideRoad.from.lon}`
    const out = ['--out', join(outside, 'maps/map')]
    await command('cli/predict.ts', '--profile', 'despondent', '--at', at, ...out)

    const paths = [...pathsUnder(home)].filter((path) => path !== oldFile())
    const open = paths.filter((path) => lstatSync(path).mode & 0o077)
    expect(open.map((path) => `${modeOf(path)} ${path}`)).toEqual([])
    for (const name of ['accounts.db', 'jobs.db', 'demo-key', 'upload-secret'])
      expect(paths).toContain(join(home, name))
    for (const name of ['.csv', '/manifest.json', '/routing.tar', '/places.pack'])
      expect(paths.some((path) => path.endsWith(name))).toBe(true)
    // Outputs that the caller names elsewhere have the modes of the caller's own programs.
    const named = ['result.csv', 'maps', 'maps/map.svg', 'maps/map.json']
    expect(named.map((name) => modeOf(join(outside, name)))).toEqual(['644', '755', '644', '644'])
  })

  test('protects files that an earlier version left readable by closing their folder', () => {
    expect(modeOf(oldFile())).toBe('644')
    expect([home, join(home, 'jobs')].map(modeOf)).toEqual(['700', '700'])
  })
})
