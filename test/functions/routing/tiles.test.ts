import { truncateSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { publish } from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
import { route } from '../../../functions/routing/route/contract.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'
import { archived, builtTiles } from '../../fixtures/tile-archives.ts'
import { builds, writeBuild } from '../../ground/dataset/builds.ts'

afterEach(() => vi.unstubAllEnvs())

test('a region with roads as tiles has routes; damage causes 503, costs nothing and passes', async () => {
  const home = await mkdtemp(join(tmpdir(), 'cairn-tiles-'))
  const caller = await newCaller(1_000_000, home)
  vi.stubEnv('REGION', 'large')
  const storage = new LocalStorage(join(home, 'data'))
  const { frames, directory } = await archived(await builtTiles('demo'))
  const files = { 'routing.tiles': frames, 'routing.tiles.directory': directory }
  await writeBuild(storage, 'large', builds[0], files as never)
  await publish(storage, 'large', builds[0])
  const handler = await handlerOf(route)
  const body = route.examples[0]!.request
  const ask = async () => {
    const { statusCode, headers, body: answer } = await handler(proxyEvent({ caller, body }))
    return [statusCode, headers?.['x-charged'], JSON.parse(answer)]
  }
  const path = storage.localPath(`datasets/large/${builds[0]}/routing.tiles`)
  truncateSync(path, 1)
  expect(await ask()).toMatchObject([503, '0.00', { error: 'service_unavailable' }])
  await storage.put(`datasets/large/${builds[0]}/routing.tiles`, frames)
  const [status, charged, answer] = await ask()
  expect([status, Number(charged)]).toEqual([200, expect.any(Number)])
  expect(Number(charged)).toBeGreaterThan(0)
  expect(answer.route.distance_meters).toBeGreaterThan(1000)
  await rm(home, { recursive: true })
}, 60_000)
