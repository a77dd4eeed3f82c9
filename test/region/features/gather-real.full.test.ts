import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PointInRings } from '#ground/geo'
import type { GroundFeature } from '../../../region/features/index.ts'
import { gatherFeatures } from '../../../region/features/index.ts'
import { realRegion } from '../../fixtures/real-regions.ts'

/** Ground features that a real map contains for well-known places. */
class Ground {
  readonly features: GroundFeature[] = []
  readonly warnings: string[] = []

  async read(path: string): Promise<void> {
    const onWarning = (text: string) => void this.warnings.push(text)
    for await (const feature of gatherFeatures([path], { onWarning })) this.features.push(feature)
  }

  count(kind: GroundFeature['kinds'][number]): number {
    return this.features.filter(({ kinds }) => kinds.includes(kind)).length
  }

  /** Returns the land cover of the highest rank. */
  cover(lat: number, lon: number): string | undefined {
    const covering = this.features.filter(
      ({ shape, rank }) =>
        rank !== undefined &&
        shape.type === 'polygon' &&
        new PointInRings(shape.rings).has(lon, lat),
    )
    const [top] = covering.toSorted((a, b) => b.rank! - a.rank!)
    return top?.kinds.find((kind) => kind.startsWith('land_cover:'))?.slice('land_cover:'.length)
  }
}

const andorra = realRegion('andorra/andorra.osm.pbf')
describe.skipIf(!andorra)('Andorra (skipped without the real regions)', () => {
  const ground = new Ground()
  beforeAll(() => ground.read(andorra!))

  test('contains woods and rock, roads, rivers and peaks, and no sea', () => {
    expect(ground.count('structure')).toBeGreaterThan(4_500)
    expect(ground.count('land_cover:wood')).toBeGreaterThan(200)
    expect(ground.count('land_cover:rock')).toBeGreaterThan(50)
    expect(ground.count('road')).toBeGreaterThan(2_000)
    expect(ground.count('path')).toBeGreaterThan(1_500)
    expect(ground.count('stream')).toBeGreaterThan(300)
    expect(ground.count('river')).toBeGreaterThan(20)
    expect(ground.count('scenic')).toBeGreaterThan(200)
    expect(ground.features.some(({ id }) => id === 'sea')).toBe(false)
  })

  test('contains water in the lake of Engolasters', () => {
    expect(ground.cover(42.5197, 1.5685)).toBe('water')
  })
})

const monaco = realRegion('monaco/monaco.osm.pbf')
describe.skipIf(!monaco)('Monaco (skipped without the real regions)', () => {
  const ground = new Ground()
  beforeAll(() => ground.read(monaco!))

  test('contains the sea inside and outside its harbour, and none in the town', () => {
    expect(ground.cover(43.735, 7.4255)).toBe('water')
    expect(ground.cover(43.73, 7.44)).toBe('water')
    expect(ground.cover(43.7392, 7.4238)).not.toBe('water')
    expect(ground.cover(43.7311, 7.42)).not.toBe('water')
  })

  test('is cut along its border, where the coast ends, with a warning', () => {
    expect(ground.warnings).toContainEqual(expect.stringContaining('coastline'))
  })
})

const helsinki = realRegion('helsinki/helsinki.osm.pbf')
describe.skipIf(!helsinki)('Helsinki (skipped without the real regions)', () => {
  const ground = new Ground()
  beforeAll(() => ground.read(helsinki!))

  test('contains the bay Kaisaniemenlahti, tracks before the station, and buildings', () => {
    expect(ground.cover(60.1775, 24.945)).toBe('water')
    expect(ground.cover(60.17, 24.9525)).not.toBe('water')
    expect(ground.count('railway')).toBeGreaterThan(100)
    expect(ground.count('structure')).toBeGreaterThan(400)
  })
})

const porto = realRegion('porto/porto.osm.pbf')
describe.skipIf(!porto)('Porto (skipped without the real regions)', () => {
  const ground = new Ground()
  beforeAll(() => ground.read(porto!))
  afterAll(() => void ground.features.splice(0))

  test('contains only roads, motorways, bridges and paths, like its extract', () => {
    expect(ground.count('road')).toBeGreaterThan(40_000)
    expect(ground.count('motorway')).toBeGreaterThan(1_000)
    expect(ground.count('path')).toBeGreaterThan(5_000)
    expect(ground.count('crossing')).toBeGreaterThan(1_000)
    expect(ground.count('land_cover:wood') + ground.count('river')).toBe(0)
  })
})
