import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')), { CAIRN_WORKERS: '1' })
  const own = await server.newKey('1.00')
  key = own.key
  await server.keys('grant', 'predict', own.account_id)
})
afterAll(() => server?.stop())

const clients = [
  { interpreter: 'sh', needs: 'curl', file: 'examples/route.sh', args: [] },
  { interpreter: process.execPath, needs: process.execPath, file: 'examples/route.mjs', args: [] },
  {
    interpreter: 'python3',
    needs: 'python3',
    file: 'examples/search.py',
    args: ['Musuem Tschierv'],
  },
  { interpreter: 'python3', needs: 'python3', file: 'examples/predict.py', args: [] },
]

const isInstalled = (program: string) => spawnSync(program, ['--version']).status === 0

describe.each(clients)('$file', ({ interpreter, needs, file, args }) => {
  const run = (apiKey: string) =>
    spawnSync(interpreter, [file, ...args], {
      env: { ...process.env, CAIRN_URL: server.url, CAIRN_KEY: apiKey },
      encoding: 'utf8',
      timeout: 30_000,
    })

  test('prints the answer of the service', ({ skip }) => {
    if (!isInstalled(needs)) skip(`${needs} is not installed`)
    const { status, stdout, stderr } = run(key)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(expected[file]!)
  })

  test('fails with the refusal of a wrong key', ({ skip }) => {
    if (!isInstalled(needs)) skip(`${needs} is not installed`)
    const { status, stdout, stderr } = run('wrong')
    expect(status).not.toBe(0)
    expect(stdout + stderr).toContain('Missing or invalid API key format')
  })
})

const expected: Readonly<Record<string, RegExp>> = {
  'examples/route.sh': /^\{"route":\{.*"street_names":\["Strada dal Lai".*"terrain":/,
  'examples/route.mjs':
    /^pedestrian: [\d.]+ km, \d+ min, [\d.]+ m up \(charged 0\.0007 USD\)\nbicycle: .*\n$/,
  'examples/search.py':
    /^Museum Tschierv, Via Curtinas 12, .* {2}46\.447456,-28\.410848 {2}confidence 0\.\d+\n/,
  'examples/predict.py':
    /^ +before +after +per km2\nVillage( +[\d.]+ %){3}\nEast shore.*\nNorth.*\noutside( +[\d.]+ %){2}\n$/,
}
