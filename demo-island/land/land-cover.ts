import type { OsmMap } from '../osm/osm-map.ts'
import { settlements } from '../plan/settlements.ts'
import { lakeAxis } from '../plan/sites.ts'
import { buildContourPolygons, sampleField, traceContours } from '../plane/contour.ts'
import { bounds, toPoint } from '../plane/frame.ts'
import { distance, type IslandPoint, offset, resample } from '../plane/geometry.ts'
import type { LineIndex } from '../plane/nearby.ts'
import { fractalNoise } from '../plane/noise.ts'
import type { CostSurface } from '../roads/least-cost-path.ts'
import type { MapTags } from '../roads/network.ts'
import { isInsideSettlement } from './cost-surface.ts'
import { drawFields, traceBuiltUpArea } from './fields.ts'
import { coastMeters, lakeMeters, naturalHeightMeters } from './natural-height.ts'
import type { OpenSpace } from './open-spaces.ts'
import { layStreams } from './streams.ts'

const box = (() => {
  const southWest = toPoint(bounds.minLat, bounds.minLon)
  const northEast = toPoint(bounds.maxLat, bounds.maxLon)
  return {
    west: southWest.x + 200,
    south: southWest.y + 200,
    east: northEast.x - 200,
    north: northEast.y - 200,
  }
})()

/** Draws coast, water, land cover, built-up areas, fields, walls and the power line. */
export function drawLand(
  osmMap: OsmMap,
  surface: CostSurface,
  openSpaces: OpenSpace[],
  roads: LineIndex,
): void {
  const coast = traceContours(sampleField(box, 60, coastMeters))
  for (const ring of coast) osmMap.addRing(ring, { natural: 'coastline' }, 400)
  drawShore(osmMap, coast)
  drawWater(osmMap)
  drawCover(osmMap, surface)
  for (const place of settlements) {
    osmMap.addArea(traceBuiltUpArea(place), { landuse: 'residential', name: place.name })
    drawFields(osmMap, place, roads)
  }
  for (const { ring, tags } of openSpaces) osmMap.addArea(ring, tags)
  drawPowerLine(osmMap)
}

function drawWater(osmMap: OsmMap): void {
  const xs = lakeAxis.map((point) => point.x)
  const ys = lakeAxis.map((point) => point.y)
  const around = {
    west: Math.min(...xs) - 700,
    east: Math.max(...xs) + 700,
    south: Math.min(...ys) - 700,
    north: Math.max(...ys) + 700,
  }
  for (const { outer } of buildContourPolygons(sampleField(around, 30, lakeMeters), 10_000)) {
    osmMap.addArea(outer, {
      natural: 'water',
      water: 'lake',
      name: 'Lai Serein',
      'name:en': 'Lake Serene',
      'name:fr': 'Lac Serein',
    })
  }
  const names: Record<string, MapTags> = {
    auvra: { waterway: 'river', name: 'Auvra', width: '12' },
    sura: { waterway: 'river', name: 'Ual Sura', width: '6' },
    nord: { waterway: 'stream', name: 'Ual dal Nord' },
    glatsch: { waterway: 'stream', name: 'Ual Glatsch' },
    lavina: { waterway: 'stream', name: 'Lavina' },
  }
  for (const { key, line } of layStreams())
    osmMap.addWay(
      line.map((p) => ({ ...p })),
      names[key]!,
    )
  const axis = lakeAxis.map(({ x, y }) => ({ x, y }))
  osmMap.addWay(axis, { waterway: 'river', name: 'Auvra' })
}

/** Draws beaches where the land behind the coast is low, and cliffs where it is high. */
function drawShore(osmMap: OsmMap, coast: IslandPoint[][]): void {
  for (const ring of coast) {
    for (let i = 0; i + 9 < ring.length; i += 14) {
      const piece = ring.slice(i, i + 9)
      const inland = offset(piece, 45)
      const behind = naturalHeightMeters(offset(piece, 90)[4]!)
      if (inland.some((point) => coastMeters(point) < 5)) continue
      if (behind > 28) osmMap.addWay(offset(piece, 12), { natural: 'cliff' })
      else if (behind < 7)
        osmMap.addArea([...piece, ...inland.reverse()], { natural: 'beach', surface: 'sand' })
    }
  }
}

function drawCover(osmMap: OsmMap, surface: CostSurface): void {
  const { columns, cellMeters, heights } = surface
  const ground = ({ x, y }: IslandPoint) => {
    const column = Math.round((x - surface.west) / cellMeters)
    const row = Math.round((y - surface.south) / cellMeters)
    const cell = row * columns + column
    const east = (heights[cell + 1]! - heights[cell - 1]!) / (2 * cellMeters)
    const north = (heights[cell + columns]! - heights[cell - columns]!) / (2 * cellMeters)
    return { height: heights[cell]!, slope: Math.sqrt(east * east + north * north) }
  }
  const sampleAt100 = (value: (point: IslandPoint) => number) => sampleField(box, 100, value)
  const open = sampleAt100((point) => {
    if (coastMeters(point) < 150 || lakeMeters(point) > -60) return -1
    return settlements.some((place) => isInsideSettlement(place, point, 1.1)) ? -1 : 1
  })
  const height = sampleAt100((point) => ground(point).height)
  const slope = sampleAt100((point) => ground(point).slope)
  const wood = sampleAt100((point) => {
    const here = ground(point)
    const patch =
      1.5 * fractalNoise(point.x / 1_700, point.y / 1_700, 101, 4) + 0.9 * here.slope - 0.12
    const treeLine =
      (1_020 + 130 * fractalNoise(point.x / 900, point.y / 900, 105, 2) - here.height) / 100
    return Math.min(patch, treeLine, (0.95 - here.slope) * 3)
  })
  const rock = sampleAt100((point) => {
    const here = ground(point)
    return Math.max((here.height - 1_260) / 100, (here.slope - 0.82) * 4)
  })
  const above = (cell: number, meters: number) => (height.values[cell]! - meters) / 100
  const bare = (cell: number) => Math.min(-wood.values[cell]!, -rock.values[cell]!)
  const covers: [MapTags, (cell: number) => number][] = [
    [{ natural: 'wood', leaf_type: 'mixed' }, (cell) => wood.values[cell]!],
    [{ natural: 'bare_rock' }, (cell) => rock.values[cell]!],
    [{ natural: 'scrub' }, (cell) => Math.min(above(cell, 900), bare(cell))],
    [{ natural: 'grassland' }, (cell) => Math.min(above(cell, 420), -above(cell, 900), bare(cell))],
    [{ landuse: 'meadow' }, (cell) => Math.min(above(cell, 130), -above(cell, 420), bare(cell))],
    [
      { landuse: 'farmland' },
      (cell) => Math.min(-above(cell, 130), (0.16 - slope.values[cell]!) * 9, bare(cell)),
    ],
  ]
  for (const [tags, value] of covers) {
    const values = open.values.map((free, cell) => (free < 0 ? -1 : Math.min(1, value(cell))))
    for (const { outer, holes } of buildContourPolygons({ ...open, values }, 25_000)) {
      osmMap.addAreaWithHoles(outer, holes, tags)
    }
  }
}

function drawPowerLine(osmMap: OsmMap): void {
  const course = [
    { x: 3_550, y: 250 },
    { x: 3_900, y: -2_600 },
    { x: 3_100, y: -5_000 },
    { x: 1_400, y: -6_050 },
    { x: -1_100, y: -6_300 },
  ]
  const towers = course.slice(1).flatMap((to, i) => {
    const leg = resample([course[i]!, to], Math.min(210, distance(course[i]!, to)))
    return i === 0 ? leg : leg.slice(1)
  })
  const vertices = towers.map((point) => ({ ...point, tags: { power: 'tower' } }))
  osmMap.addWay(vertices, { power: 'line', voltage: '60000', cables: '3' })
}
