import { describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { type DerivedBand, type Landscape, openLandscape, type Positions } from '#ground/landscape'
import { makeTileCache } from '#ground/raster'
import { openStorage } from '#platform/storage'
import { buildHexGrid, compilePredict, type Incident, predict, warmPredict } from '#prediction'
import { truth } from '../../demo-island/index.ts'
import { remote } from '../ground/dataset/builds.ts'
import { incidentAt } from './incidents.ts'

const megabyte = 1024 * 1024
const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
const dataset = await openDataset(storage, 'demo')
const center = truth.lakesideRoad.from

/** Opens the landscape with its own tile caches. */
const opened = (cacheBytes = 64 * megabyte, store = storage) =>
  openLandscape(store, dataset, {
    cache: makeTileCache(cacheBytes),
    terrainCache: makeTileCache(cacheBytes),
  })

const circle = incidentAt(center, { radiusMeters: 1500, profile: 'dementia_alzheimers' })
const farCircle = incidentAt(
  { lat: center.lat + 0.03, lon: center.lon + 0.03 },
  { radiusMeters: 2000, profile: 'despondent' },
)
/** Copies an incident, since each request has a new object. */
const again = (incident: Incident): Incident => ({ ...incident, area: { ...incident.area } })
const answerOf = (landscape: Landscape, incident = circle) => predict(landscape, again(incident))

/** Builds twice the number of large cells that the cache of H3 cells holds. */
function evictCells(): void {
  for (let i = 0; i < 30; i++) {
    buildHexGrid({ type: 'circle', center: { lat: -40, lon: 3 * i }, radiusMeters: 5000 })
  }
}

describe('a prediction', () => {
  test('is the same to the last bit with everything cached and with nothing', async () => {
    const landscape = await opened()
    const cold = await answerOf(landscape)
    expect(await answerOf(landscape)).toEqual(cold)
    expect(await answerOf(await opened())).toEqual(cold)
  })

  test('is the same to the last bit after a warm-up and after other areas', async () => {
    const cold = await answerOf(await opened())
    const landscape = await opened()
    await warmPredict(landscape)
    await compilePredict(landscape)
    await answerOf(landscape, farCircle)
    expect(await answerOf(landscape)).toEqual(cold)
  })

  test('is the same to the last bit after tiles and cells were evicted', async () => {
    const cold = await answerOf(await opened())
    // The cache holds at most two tiles.
    const landscape = await opened(2 * megabyte)
    for (let round = 0; round < 2; round++) {
      expect(await answerOf(landscape)).toEqual(cold)
      await answerOf(landscape, farCircle)
      evictCells()
    }
  })

  test('is the same to the last bit beside concurrent predictions', async () => {
    const [one, other] = [await answerOf(await opened()), await answerOf(await opened(), farCircle)]
    const landscape = await opened(4 * megabyte)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => answerOf(landscape, i % 3 ? circle : farCircle)),
    )
    answers.forEach((answer, i) => {
      expect(answer).toEqual(i % 3 ? one : other)
    })
  })

  test('is the same to the last bit after calls that were aborted at any moment', async () => {
    const cold = await answerOf(await opened())
    const landscape = await opened()
    let aborted = 0
    for (let afterMs = 0; afterMs < 60; afterMs += 4) {
      const signal = AbortSignal.timeout(afterMs)
      await predict(landscape, again(circle), { signal }).catch((error) => {
        expect(error).toBe(signal.reason)
        aborted++
      })
    }
    expect(aborted).toBeGreaterThan(0)
    expect(await answerOf(landscape)).toEqual(cold)
  })
})

describe('a derived band', () => {
  const at: Positions = {
    lats: Float64Array.from({ length: 3000 }, (_, i) => center.lat + ((i % 60) - 30) * 4e-4),
    lons: Float64Array.from({ length: 3000 }, (_, i) => center.lon + (i / 60 - 25) * 4e-4),
  }
  const box = {
    min_lat: Math.min(...at.lats),
    max_lat: Math.max(...at.lats),
    min_lon: Math.min(...at.lons),
    max_lon: Math.max(...at.lons),
  }

  test('is computed once for each tile in memory, and equals its bands', async () => {
    let computed = 0
    const sum: DerivedBand = {
      byteOf: (pixels, from) => {
        computed++
        return (pixels[from]! + pixels[from + 11]!) & 255
      },
      beyond: 7,
    }
    const landscape = await opened()
    const bytes = new Uint8Array(at.lats.length)
    let first = 0
    for (let round = 0; round < 3; round++) {
      const view = await landscape.view(box)
      view.derive(sum).read(at, bytes.length, bytes.fill(0))
      const [cover, barrier] = [view.sample('land_cover', at), view.sample('barrier', at)]
      expect([...bytes]).toEqual(Array.from(cover, (byte, i) => (byte + barrier[i]!) & 255))
      first ||= computed
    }
    expect(computed).toBe(first)
    expect(first).toBeGreaterThan(0)
  })

  test('keeps no positions, has a value beyond the data, and refuses unread ground', async () => {
    const cover: DerivedBand = { byteOf: (pixels, from) => pixels[from]!, beyond: 77 }
    const view = await (await opened()).view(box)
    const layer = view.derive(cover)
    const [to, one] = [new Uint8Array(1), { lats: new Float64Array(1), lons: new Float64Array(1) }]
    const read = (lat: number, lon: number) => {
      one.lats[0] = lat
      one.lons[0] = lon
      layer.read(one, 1, to)
      return to[0]
    }
    expect(read(at.lats[0]!, at.lons[0]!)).toBe(view.sample('land_cover', at)[0])
    expect(read(10, 10)).toBe(77)
    expect(read(at.lats[0]!, at.lons[0]!)).toBe(view.sample('land_cover', at)[0])
    const { min_lat, min_lon } = (await opened()).bounds
    expect(() => read(min_lat + 1e-3, min_lon + 1e-3)).toThrow(RangeError)
  })
})

describe.each([
  ['of a function', warmPredict],
  ['of a local worker', compilePredict],
])('the warm-up %s', (_, warm) => {
  test('reads the ground', async () => {
    const store = remote(storage)
    const landscape = await opened(64 * megabyte, store)
    const before = store.reads.length
    await warm(landscape)
    expect(store.reads.length).toBeGreaterThan(before)
  })

  test('ignores ground that cannot be read, and leaves the error to the calls', async () => {
    const store = remote(storage)
    const landscape = await opened(64 * megabyte, store)
    store.onGet = () => Promise.reject(new Error('the store is away'))
    await warm(landscape)
    await expect(answerOf(landscape)).rejects.toMatchObject({ code: 'service_unavailable' })
    store.onGet = undefined
    expect(await answerOf(landscape)).toEqual(await answerOf(await opened()))
  })
})
