import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { openDataset, publish } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { findAndRoute } from '../../../functions/routing/find-and-route/contract.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { handlerOf, newCaller } from '../../fixtures/handler.ts'
import { builds, writeBuild } from '../../ground/dataset/builds.ts'

afterEach(() => vi.unstubAllEnvs())

test('a region without places is refused with 503 and the reason, and costs nothing', async () => {
  const caller = await newCaller()
  const built = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const tiles = (await openDataset(built, 'demo')).fileKey('routing.tar')
  const home = await mkdtemp(join(tmpdir(), 'cairn-find-and-route-'))
  vi.stubEnv('CAIRN_HOME', home)
  vi.stubEnv('REGION', 'old')
  const storage = await openStorage({ CAIRN_HOME: home })
  const content = await readFile(built.localPath!(tiles))
  await writeBuild(storage, 'old', builds[0], { 'routing.tar': content as never })
  await publish(storage, 'old', builds[0])
  const handler = await handlerOf(findAndRoute)
  const body = { origin: { lat: 46.413945, lon: -28.435479 }, destination: 'Lagrin' }
  const { statusCode, headers, body: answer } = await handler(proxyEvent({ caller, body }))
  expect([statusCode, headers?.['x-charged']]).toEqual([503, '0.00'])
  expect(JSON.parse(answer)).toEqual({
    error: 'service_unavailable',
    message: 'There is no index of places: the region old was built without it.',
  })
  expect(headers?.['retry-after']).toBe('3600')
  await rm(home, { recursive: true })
})
