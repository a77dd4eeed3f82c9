import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publish } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { newCaller } from '../../fixtures/handler.ts'
import { builds, writeBuild } from '../../ground/dataset/builds.ts'

const open = async () =>
  (await import('../../../functions/geocoding/region-gazetteer.ts')).regionGazetteer

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => vi.unstubAllEnvs())

describe('the places of the region', () => {
  test('are read from the published build and opened once', async () => {
    await newCaller()
    const regionGazetteer = await open()
    const gazetteer = await regionGazetteer()
    expect(gazetteer.count).toBeGreaterThan(1000)
    expect(await regionGazetteer()).toBe(gazetteer)
  })

  test('are refused with 503, the reason and a retry after an hour when none were built', async () => {
    const home = await mkdtemp(join(tmpdir(), 'cairn-region-gazetteer-'))
    vi.stubEnv('CAIRN_HOME', home)
    vi.stubEnv('REGION', 'old')
    const storage = await openStorage({ CAIRN_HOME: home })
    await writeBuild(storage, 'old', builds[0], { 'routing.tar': 'tiles' })
    await publish(storage, 'old', builds[0])
    const regionGazetteer = await open()
    for (let call = 0; call < 2; call++) {
      await expect(regionGazetteer()).rejects.toMatchObject({
        name: 'ApiError',
        status: 503,
        message: 'There is no index of places: the region old was built without it.',
        headers: { 'retry-after': '3600' },
      })
    }
    await rm(home, { recursive: true })
  })
})
