import {
  bays,
  islet,
  lakeAxis,
  lakeLevelMeters,
  motorwayPlan,
  peak,
  ridge,
  valleys,
} from '../plan/sites.ts'
import {
  distance,
  findNearestOnLine,
  type IslandPoint,
  shareAlong,
  smoothstep,
} from '../plane/geometry.ts'
import { fractalNoise, noise, ridgedNoise } from '../plane/noise.ts'

/** Interpolates between the values at the points of a line. */
function interpolateValue(values: readonly number[], position: number): number {
  const i = Math.min(values.length - 2, Math.floor(position))
  return values[i]! + (values[i + 1]! - values[i]!) * (position - i)
}

/** Returns roughly the distance to the coast in metres: positive on land, negative at sea. */
export function coastMeters(point: IslandPoint): number {
  return Math.max(mainCoastMeters(point), isletCoastMeters(point))
}

// Beyond this distance out at sea from the plain oval (or from the islet), noise cannot create land.
const openSeaMeters = -3_600
const openSeaOfIsletMeters = -450

function mainCoastMeters({ x, y }: IslandPoint): number {
  const u = x / 12_000
  const v = y / 9_000
  const oval = (1 - Math.sqrt(u * u + v * v)) * 9_500
  if (oval < openSeaMeters) return oval
  let coast =
    oval +
    1_900 * fractalNoise(x / 4_600, y / 4_600, 3, 2) +
    620 * fractalNoise(x / 1_300, y / 1_300, 5, 4)
  for (const bay of bays) {
    const near = Math.max(0, 1 - distance({ x, y }, bay) / bay.reach)
    coast -= 1.5 * bay.reach * near * near
  }
  return coast
}

function isletCoastMeters({ x, y }: IslandPoint): number {
  const p = (x - islet.x) / islet.reachX
  const q = (y - islet.y) / islet.reachY
  const oval = (1 - Math.sqrt(p * p + q * q)) * 900
  return oval < openSeaOfIsletMeters ? oval : oval + 130 * fractalNoise(x / 700, y / 700, 9, 3)
}

const lakeWidths = lakeAxis.map((point) => point.halfWidth)
const lakeBox = makeBox(lakeAxis, 1_500)

/** Returns metres to the lake's shore: positive on the water, negative on land, -1,000 if far away. */
export function lakeMeters({ x, y }: IslandPoint): number {
  if (isOutside(lakeBox, x, y)) return -1_000
  const near = findNearestOnLine(lakeAxis, x, y)
  const width = interpolateValue(lakeWidths, near.position)
  return width - near.distance + 45 * noise(x / 700, y / 700, 21)
}

interface Box {
  west: number
  east: number
  south: number
  north: number
}

function makeBox(line: readonly IslandPoint[], margin: number): Box {
  return {
    west: Math.min(...line.map((point) => point.x)) - margin,
    east: Math.max(...line.map((point) => point.x)) + margin,
    south: Math.min(...line.map((point) => point.y)) - margin,
    north: Math.max(...line.map((point) => point.y)) + margin,
  }
}

function isOutside(box: Box, x: number, y: number): boolean {
  return x < box.west || x > box.east || y < box.south || y > box.north
}

const crests = ridge.map((point) => point.crestMeters)

/** Returns the nearest point's share of a segment, and the distance to it. */
function nearSegment(a: IslandPoint, b: IslandPoint, x: number, y: number) {
  const share = shareAlong(a, b, x, y)
  const dx = a.x + (b.x - a.x) * share - x
  const dy = a.y + (b.y - a.y) * share - y
  return { share, distance: Math.sqrt(dx * dx + dy * dy) }
}

const mountainReach = 5_200
const mountainBox = makeBox(ridge, mountainReach + 600)

// The maximum over all segments is continuous; the value of the nearest segment would jump.
function mountainMeters(x: number, y: number): number {
  if (isOutside(mountainBox, x, y)) return 0
  const warpX = x + 380 * noise(x / 2_600, y / 2_600, 31)
  const warpY = y + 380 * noise(x / 2_600, y / 2_600, 32)
  let highest = 0
  for (let i = 1; i < ridge.length; i++) {
    const { share, distance } = nearSegment(ridge[i - 1]!, ridge[i]!, warpX, warpY)
    const rise = 1 - distance / mountainReach
    if (rise <= 0) continue
    const crest = crests[i - 1]! + (crests[i]! - crests[i - 1]!) * share
    highest = Math.max(highest, crest * rise * Math.sqrt(rise))
  }
  if (highest === 0) return 0
  return highest * (1 + 0.38 * (ridgedNoise(x / 2_300, y / 2_300, 41, 5) - 0.4))
}

const valleyBoxes = valleys.map(({ line, halfWidth, wallMeters }) =>
  makeBox(line, halfWidth + wallMeters),
)

function carveValleys(x: number, y: number, height: number): number {
  for (let v = 0; v < valleys.length; v++) {
    if (isOutside(valleyBoxes[v]!, x, y)) continue
    const { line, halfWidth, wallMeters } = valleys[v]!
    const reach = halfWidth + wallMeters
    let lowest = height
    for (let i = 1; i < line.length; i++) {
      const { share, distance } = nearSegment(line[i - 1]!, line[i]!, x, y)
      if (distance > reach) continue
      const { floorMeters } = line[i - 1]!
      const floor = floorMeters + (line[i]!.floorMeters - floorMeters) * share
      const open = smoothstep(halfWidth, reach, distance)
      lowest = Math.min(lowest, floor + (height - floor) * open)
    }
    height = lowest
  }
  return height
}

/**
 * Returns the height of the land before roads are built: metres above the sea, 0 at sea.
 *
 * The land has a coastal plain, hills behind it, one main ridge with a summit, valleys carved into all of it, and a
 * lake with a flat shelf around it.
 */
export function naturalHeightMeters(point: IslandPoint): number {
  const coast = coastMeters(point)
  if (coast <= 0) return 0
  const { x, y } = point
  const lake = lakeMeters(point)
  if (lake > 0) return lakeLevelMeters
  const plain = 4 * smoothstep(0, 90, coast) + 55 * smoothstep(0, 3_600, coast)
  const terrace =
    y > -3_300 || y < -7_800 || x > 7_300 || x < -7_600
      ? 1
      : 0.22 + 0.78 * smoothstep(450, 2_100, findNearestOnLine(motorwayPlan, x, y).distance)
  const hills = 190 * terrace * smoothstep(-0.55, 0.9, fractalNoise(x / 2_100, y / 2_100, 61, 4))
  // The north coast falls to the sea in cliffs; the south coast is a plain.
  const north = smoothstep(-1_500, 2_500, y)
  const inland = smoothstep(250 - 220 * north, 2_900 - 1_400 * north, coast)
  let height = plain + (hills + mountainMeters(x, y)) * inland
  const summit = Math.max(0, 1 - distance(point, peak) / 950)
  height += peak.riseMeters * summit * summit
  height = carveValleys(x, y, height)
  const shelf = lakeLevelMeters + 2
  return Math.max(0.5, shelf + (height - shelf) * smoothstep(90, 420, -lake))
}
