import fc from 'fast-check'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDataset } from '#ground/dataset'
import { type Elevation, elevationToGeojson, findElevation, openElevation } from '#ground/elevation'
import {
  ElevationFeatureCollection,
  ElevationRequest,
  ElevationResponse,
} from '#ground/elevation/schemas'
import { distanceMeters, encodePolyline, type LatLon } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { heightMeters, truth } from '../../../demo-island/index.ts'
import { describeOnAndorra, places } from '../../fixtures/andorra.ts'

async function elevationOf(region: string): Promise<Elevation> {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  return await openElevation(storage, await openDataset(storage, region))
}

let demo: Elevation
beforeAll(async () => {
  demo = await elevationOf('demo')
})

const none: Elevation = { heightsAt: async (positions) => positions.map(() => null) }

/** Requests elevation and checks the answer against its schema. @returns The answer with its warnings. */
async function ask(request: Record<string, unknown>, elevation = demo) {
  const warnings: string[] = []
  const parsed = ElevationRequest.parse(request)
  const answer = await findElevation(elevation, parsed, { warn: (text) => warnings.push(text) })
  expect(ElevationResponse.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer)
  return { ...answer, warnings }
}

const { bounds, peak, lake, routable } = truth
const inland = fc.record({
  lat: fc.double({ min: bounds.min_lat, max: bounds.max_lat, noNaN: true }),
  lon: fc.double({ min: bounds.min_lon, max: bounds.max_lon, noNaN: true }),
})
const out = { lat: 0, lon: 0 }
const [from, to] = [routable[0]!, routable[1]!]

describe('heights', () => {
  test("equal the ground's, in whole metres unless decimals are requested", async () => {
    const { height, shape, summary } = await ask({ shape: routable })
    expect(shape).toHaveLength(routable.length)
    for (const [i, found] of height!.entries()) {
      expect(Number.isInteger(found)).toBe(true)
      expect(Math.abs(found! - heightMeters(routable[i]!.lat, routable[i]!.lon))).toBeLessThan(8)
    }
    expect(summary).not.toHaveProperty('total_ascent_meters')
    const fine = await ask({ shape: routable, height_precision: 2 })
    expect(fine.height!.some((found) => !Number.isInteger(found))).toBe(true)
    expect(fine.height!.map((found) => Math.round(found!))).toEqual(height)
    expect(fine.summary).toEqual(summary)
  })

  test('are null outside the data, and excluded from the summary, with a warning', async () => {
    const inside = await ask({ shape: [peak] })
    const { height, summary, warnings } = await ask({ shape: [out, peak, out] })
    expect(height).toEqual([null, inside.height![0], null])
    expect(summary).toEqual(inside.summary)
    expect(warnings).toEqual(['2 of 3 heights are null: there is no elevation data there'])
  })

  test('have a summary of nulls when all of them are missing', async () => {
    const { range_height, summary, warnings } = await ask({ shape: [out, out], range: true }, none)
    expect(range_height).toEqual([
      [0, null],
      [0, null],
    ])
    expect(summary).toEqual({
      max_elevation_meters: null,
      min_elevation_meters: null,
      avg_elevation_meters: null,
      total_ascent_meters: null,
      total_descent_meters: null,
    })
    expect(warnings).toEqual(['every height is null: there is no elevation data there'])
  })

  test('match the positions of an encoded polyline', async () => {
    const line = [from, to, peak]
    const plain = await ask({ shape: line, height_precision: 2, range: true })
    const encoded = await ask({
      encoded_polyline: encodePolyline(line),
      height_precision: 2,
      range: true,
    })
    expect(encoded.shape).toEqual(plain.shape)
    expect(encoded.summary).toEqual(plain.summary)
  })

  test('lie within the summary, which states their mean', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(inland, { minLength: 1, maxLength: 40 }), async (shape) => {
        const { height, summary } = await ask({ shape, height_precision: 2 })
        const heights = height!.filter((found) => found !== null)
        if (heights.length === 0) return
        expect(summary.max_elevation_meters).toBeCloseTo(Math.max(...heights), 0)
        expect(summary.min_elevation_meters).toBeCloseTo(Math.min(...heights), 0)
        const mean = heights.reduce((sum, found) => sum + found, 0) / heights.length
        expect(Math.abs(summary.avg_elevation_meters! - mean)).toBeLessThan(0.06)
      }),
    )
  })
})

describe('a range', () => {
  test('has geodesic distances along the line', async () => {
    const { range_height, height } = await ask({ shape: [from, to, from], range: true })
    const length = distanceMeters(from, to)
    expect(height).toBe(undefined)
    const distances = range_height!.map(([distance]) => distance)
    expect(distances[0]).toBe(0)
    expect(distances[1]).toBeCloseTo(length, 1)
    expect(distances[2]).toBeCloseTo(2 * length, 1)
  })

  test('has equal ascent and descent in opposite directions', async () => {
    const line = { range: true, resample_distance: 20, height_precision: 2 }
    const there = await ask({ shape: [from, peak], ...line })
    const back = await ask({ shape: [peak, from], ...line })
    const { total_ascent_meters: up, total_descent_meters: down } = there.summary
    expect(up).toBeGreaterThan(100)
    const ends = there.range_height!.at(-1)![1]! - there.range_height![0]![1]!
    expect(up! - down!).toBeCloseTo(ends, 0)
    expect(Math.abs(back.summary.total_descent_meters! - up!)).toBeLessThan(10)
    expect(there.warnings).toEqual([])
  })

  test('is flat over a lake', async () => {
    const { summary } = await ask({ shape: [lake, lake], range: true })
    expect(summary).toMatchObject({ total_ascent_meters: 0, total_descent_meters: 0 })
  })

  test('warns that hills may be missed between distant positions', async () => {
    const { warnings } = await ask({ shape: [from, to], range: true })
    expect(warnings).toEqual([
      'ascent and descent may miss hills between positions over 60 m apart: set a smaller resample_distance',
    ])
  })
})

describe('a resampled line', () => {
  test('has heights at even distances and at its end', async () => {
    const { range_height, shape } = await ask({
      shape: [from, to],
      range: true,
      resample_distance: 25,
    })
    const length = distanceMeters(from, to)
    expect(shape).toHaveLength(Math.ceil(length / 25) + 1)
    expect(range_height![7]![0]).toBe(175)
    expect(range_height!.at(-1)![0]).toBeCloseTo(length, 1)
    expect(distanceMeters(shape[3]!, shape[4]!)).toBeCloseTo(25, 0)
  })

  test('is refused without reading when it has too many samples, and the suggested distance works', async () => {
    const untouched: Elevation = {
      heightsAt: async () => {
        throw new Error('sampled')
      },
    }
    const line = [
      { lat: 46.335, lon: -28.64 },
      { lat: 46.555, lon: -28.26 },
    ]
    const shape = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => line[i % 2]!)
    const refusal = await ask({ shape, resample_distance: 1 }, untouched).catch((error) => error)
    expect(refusal).toMatchObject({
      code: 'bad_request',
      fields: { details: [{ path: 'resample_distance', message: expect.any(String) }] },
    })
    const named = Number(
      /smallest resample_distance for it is ([\d.]*\d)/.exec(refusal.message)![1],
    )
    expect(named).toBeGreaterThan(10)
    expect((await ask({ shape, resample_distance: named })).shape.length).toBeGreaterThan(19_800)
    await expect(ask({ shape, resample_distance: named - 0.1 }, untouched)).rejects.toMatchObject({
      code: 'bad_request',
    })
  })

  test('is refused with the advice to split it when it is too long for any distance', async () => {
    const around: LatLon[] = Array.from({ length: 10 }, (_, i) => ({
      lat: 0,
      lon: i % 2 ? 170 : 0,
    }))
    await expect(ask({ shape: around, resample_distance: 1000 })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('send it in parts'),
    })
  })
})

describe('an answer as GeoJSON', () => {
  const geojson = async (request: Record<string, unknown>, elevation = demo) => {
    const { warnings: _, ...answer } = await ask(request, elevation)
    const collection = elevationToGeojson(answer)
    expect(ElevationFeatureCollection.parse(collection)).toBeTruthy()
    return { answer, collection, feature: collection.features[0]! }
  }

  test('is a line with heights, and has distances as a property', async () => {
    const { answer, collection, feature } = await geojson({
      shape: [from, to],
      range: true,
      resample_distance: 500,
    })
    expect(collection.features).toHaveLength(1)
    expect(collection.bbox).toHaveLength(4)
    expect(feature.geometry).toEqual({
      type: 'LineString',
      coordinates: answer.shape.map(({ lat, lon }, i) => [lon, lat, answer.range_height![i]![1]]),
    })
    expect(feature.properties).toEqual({
      kind: 'elevation',
      summary: answer.summary,
      distances: answer.range_height!.map(([distance]) => distance),
    })
  })

  test('is a point for one position, and has two elements for a position without a height', async () => {
    const point = await geojson({ shape: [out] })
    expect(point.feature.geometry).toEqual({ type: 'Point', coordinates: [0, 0] })
    const line = await geojson({ shape: [out, peak] })
    const [first, second] = (line.feature.geometry as { coordinates: number[][] }).coordinates
    expect([first!.length, second!.length]).toEqual([2, 3])
    expect(line.feature.properties).not.toHaveProperty('distances')
  })
})

describeOnAndorra('heights of Andorra', () => {
  test('agree with the map', async () => {
    const andorra = await elevationOf('andorra')
    const { height } = await ask({ shape: [places.andorraLaVella, places.pasDeLaCasa] }, andorra)
    // The capital is at 1,023 m, the village below the pass at 2,080 m.
    expect(Math.abs(height![0]! - 1023)).toBeLessThan(40)
    expect(Math.abs(height![1]! - 2080)).toBeLessThan(60)
  })

  test('are null in a void of the survey', async () => {
    const andorra = await elevationOf('andorra')
    const shape = Array.from({ length: 2000 }, (_, i) => ({
      lat: 42.05 + 0.9 * ((i * 0.618034) % 1),
      lon: 1.05 + 0.9 * ((i * 0.754878) % 1),
    }))
    const { height, warnings } = await ask({ shape }, andorra)
    const missing = height!.filter((found) => found === null).length
    expect(missing).toBeGreaterThan(0)
    expect(warnings).toEqual([
      `${missing} of 2000 heights are null: there is no elevation data there`,
    ])
    expect(Math.min(...height!.filter((found) => found !== null))).toBeGreaterThan(300)
  })
})
