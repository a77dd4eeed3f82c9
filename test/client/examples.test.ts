import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { operations } from '../../functions/operations.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'

const folder = 'client/examples'

let server: TestServer
beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')), { CAIRN_WORKERS: '1' })
  const { key, account_id } = await server.newKey('5.00')
  await server.keys('grant', 'predict', account_id)
  vi.stubEnv('CAIRN_URL', server.url)
  vi.stubEnv('CAIRN_KEY', key)
})
afterAll(() => server?.stop())

test('the client has an example for each operation', () => {
  const examples = globSync('**/*.ts', { cwd: folder }).map((file) => file.replace(/\.ts$/, ''))
  expect(examples.sort()).toEqual(operations.map(({ id }) => id).sort())
})

describe('an example of the client', () => {
  test.each(operations)('prints its documented output for $id', async ({ id, method, path }) => {
    const file = resolve(folder, `${id}.ts`)
    const printed: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((...values) => {
      printed.push(values.map(shown).join(' '))
    })
    const before = server.output().length
    await import(file)
    log.mockRestore()
    const said = /^\/\/ Prints: (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1]
    expect(printed.join('; ')).toBe(said)
    const called = path.replace(/\{\w+\}/, '\\S+')
    const line = new RegExp(`${method} ${called} 20[01] `)
    await expect.poll(() => server.output().slice(before)).toMatch(line)
  })
})

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
