import { expect, inject, test } from 'vitest'
import { startCairn } from '../../cli/start-cairn.ts'
import { homeOver } from '../fixtures/server.ts'

test('a program starts the server, calls it and stops it', async () => {
  const cairn = await startCairn({
    home: homeOver(inject('builtHome')),
    environment: { CAIRN_WORKERS: '1' },
  })
  const search = new URL('/v1/geocoding/search?text=Museum', cairn.url)
  const { status } = await fetch(search, { headers: { 'x-api-key': cairn.key } })
  expect(status).toBe(200)
  await cairn.stop()
  await expect(fetch(search)).rejects.toThrow()
}, 60_000)

test('a server that cannot start rejects with its own error message', async () => {
  const starting = startCairn({ home: homeOver(inject('builtHome')), region: 'atlantis' })
  await expect(starting).rejects.toThrow(/The server ended: .*atlantis/)
}, 60_000)
