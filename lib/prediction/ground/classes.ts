import {
  distanceFromByte,
  type LandscapeView,
  landCoverByte,
  outsideDataByte,
  type Positions,
} from '#ground/landscape'
import { probit } from '../distance/index.ts'
import { type CountedClass, figures, findClasses } from '../figures/index.ts'
import { type Profile, profiles } from '../prediction.ts'

/** Classes of unknown ground: unmapped, or beyond the data set. */
export const unknownClasses = ['unmapped', 'no_data'] as const

/** Classes of ground: the classes with counted finds, and the unknown ones. */
export type GroundClass = CountedClass | (typeof unknownClasses)[number]

export const groundClasses: readonly GroundClass[] = [
  ...findClasses.filter((name) => name !== 'wood_edge'),
  ...unknownClasses,
]

/** Hexagons as mixtures of classes, by the mean over their pattern points. */
export interface ClassShares {
  /** Hexagon by hexagon, a share for each of {@link groundClasses}; each row sums to 1. */
  shares: Float64Array
  /** The part of the share of `wood` that is within reach of its edge. */
  woodEdge: Float64Array
  /** The part of the share of `water` that is beyond the strip along its edge. */
  deepWater: Float64Array
  /** Share of all points on built-up land cover. */
  builtUpShare: number
}

const classIndex = Object.fromEntries(groundClasses.map((name, index) => [name, index])) as Record<
  GroundClass,
  number
>

/** Index of a class in rows of shares. */
export function classIndexOf(name: GroundClass): number {
  return classIndex[name]
}

/**
 * Shares of the classes in each hexagon. A point within reach of a structure belongs to `structure` alone.
 * At other points land cover (water with a strip along its edge, wood with its edge, brush, open) has weight
 * 1. Roads and paths, other lines, and streams (as water) have a half-normal weight by their distance, with
 * the profile's median track offset. The weights of a point are scaled to sum to 1.
 *
 * @param positions The pattern points of all hexagons, hexagon by hexagon, `points` for each.
 */
export function classSharesOf(
  view: LandscapeView,
  positions: Positions,
  points: number,
  profile: Profile,
): ClassShares {
  const cover = view.sample('land_cover', positions)
  const road = view.sample('road', positions)
  const path = view.sample('path', positions)
  const linear = view.sample('linear', positions)
  const drainage = view.sample('drainage', positions)
  const water = view.sample('water', positions)
  const structure = view.sample('structure', positions)
  const edge = view.sample('wood_edge', positions)

  const count = cover.length / points
  const width = groundClasses.length
  const shares = new Float64Array(count * width)
  const woodEdge = new Float64Array(count)
  const deepWater = new Float64Array(count)
  const { structureByte, stripByte, edgeByte } = reachBytes
  const kernel = offsetKernels[profile]
  const weight = 1 / points
  const builtUp = landCoverByte('built_up')
  let builtUpPoints = 0
  for (let i = 0, hex = 0; hex < count; hex++) {
    const row = hex * width
    for (const end = i + points; i < end; i++) {
      if (cover[i] === outsideDataByte) {
        shares[row + classIndex.no_data]! += weight
        continue
      }
      if (cover[i] === builtUp) builtUpPoints++
      if (structure[i]! <= structureByte) {
        shares[row + classIndex.structure]! += weight
        continue
      }
      const byRoad = kernel[Math.min(road[i]!, path[i]!)]!
      const byLinear = kernel[linear[i]!]!
      const byDrainage = kernel[drainage[i]!]!
      const part = weight / (1 + byRoad + byLinear + byDrainage)
      shares[row + classIndex.road_path]! += part * byRoad
      shares[row + classIndex.linear]! += part * byLinear
      shares[row + classIndex.water]! += part * byDrainage
      let ground = coverClasses[cover[i]!]!
      if (water[i]! <= stripByte) ground = classIndex.water
      else if (ground === classIndex.water) deepWater[hex]! += part
      else if (edge[i]! <= edgeByte) {
        ground = classIndex.wood
        woodEdge[hex]! += part
      }
      shares[row + ground]! += part
    }
  }
  return { shares, woodEdge, deepWater, builtUpShare: builtUpPoints / cover.length }
}

/** Class of each land cover by its byte; mapped ground without a class of its own is open. */
const coverClasses: Uint8Array = (() => {
  const classes = new Uint8Array(256).fill(classIndex.open)
  classes[landCoverByte('unknown')] = classIndex.unmapped
  classes[landCoverByte('wood')] = classIndex.wood
  classes[landCoverByte('scrub')] = classIndex.brush
  classes[landCoverByte('water')] = classIndex.water
  return classes
})()

/** Highest bytes of a distance band that are within reach. */
const reachBytes = (() => {
  const { structure, waterStrip, woodEdge } = figures.finds.reachMeters
  const highestByteWithin = (meters: number) => {
    let byte = -1
    while (distanceFromByte(byte + 1) <= meters) byte++
    return byte
  }
  return {
    structureByte: highestByteWithin(structure.value),
    stripByte: highestByteWithin(waterStrip.value),
    edgeByte: highestByteWithin(woodEdge.value),
  }
})()

/** Standard deviation of the track offset, a half-normal given by its median. */
export function trackOffsetMeters(profile: Profile): number {
  return figures.radial.trackOffsetMedianMeters[profile].value / probit(0.75)
}

/** Half-normal kernels by the byte of a distance, 1 at 0; their median is the profile's track offset. */
const offsetKernels = Object.fromEntries(
  profiles.map((profile) => {
    const deviation = trackOffsetMeters(profile)
    const kernel = Float64Array.from({ length: 256 }, (_, byte) =>
      Math.exp(-((distanceFromByte(byte) / deviation) ** 2) / 2),
    )
    return [profile, kernel]
  }),
) as Record<Profile, Float64Array>
