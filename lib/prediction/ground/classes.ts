import {
  decodeDistance,
  encodeLandCover,
  type LandscapeView,
  outsideDataByte,
  type Positions,
} from '#ground/landscape'
import { probit } from '../distance/index.ts'
import { type CountedClass, figures, findClasses } from '../figures/index.ts'
import { type Profile, profiles } from '../prediction.ts'

/** Classes of unknown ground: unmapped, or outside the data set. */
export const unknownClasses = ['unmapped', 'no_data'] as const

/** Classes of ground: the classes with counted finds and the unknown classes. */
export type GroundClass = CountedClass | (typeof unknownClasses)[number]

export const groundClasses: readonly GroundClass[] = [
  ...findClasses.filter((name) => name !== 'wood_edge'),
  ...unknownClasses,
]

/** Hexagons as mixtures of classes, averaged over their pattern points. */
export interface ClassShares {
  /** One row per hexagon with a share for each of {@link groundClasses}; each row adds up to 1. */
  shares: Float64Array
  /** Part of the share of `wood` that is within reach of its edge. */
  woodEdge: Float64Array
  /** Part of the share of `water` that is beyond the strip along its edge. */
  deepWater: Float64Array
  /** Share of all points that lie on built-up land cover. */
  builtUpShare: number
}

const classIndex = Object.fromEntries(groundClasses.map((name, index) => [name, index])) as Record<
  GroundClass,
  number
>

/** Returns the index of a class in rows of shares. */
export function findClassIndex(name: GroundClass): number {
  return classIndex[name]
}

/**
 * Computes the shares of the classes in each hexagon. A point within reach of a structure belongs to `structure`
 * alone. At other points land cover (water with a strip along its edge, wood with its edge, brush, open) has weight
 * 1. Roads and paths, other lines, and streams (as water) have a half-normal weight by distance, with the profile's
 * median track offset. The weights of a point are scaled to add up to 1.
 *
 * @param positions Pattern points of all hexagons, hexagon by hexagon, `points` per hexagon.
 */
export function computeClassShares(
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
  const builtUp = encodeLandCover('built_up')
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

/** Class index of each land cover by its byte. Mapped ground without its own class is open. */
const coverClasses: Uint8Array = (() => {
  const classes = new Uint8Array(256).fill(classIndex.open)
  classes[encodeLandCover('unknown')] = classIndex.unmapped
  classes[encodeLandCover('wood')] = classIndex.wood
  classes[encodeLandCover('scrub')] = classIndex.brush
  classes[encodeLandCover('water')] = classIndex.water
  return classes
})()

/** Highest byte of each distance band that is within reach. */
const reachBytes = (() => {
  const { structure, waterStrip, woodEdge } = figures.finds.reachMeters
  const highestByteWithin = (meters: number) => {
    let byte = -1
    while (decodeDistance(byte + 1) <= meters) byte++
    return byte
  }
  return {
    structureByte: highestByteWithin(structure.value),
    stripByte: highestByteWithin(waterStrip.value),
    edgeByte: highestByteWithin(woodEdge.value),
  }
})()

/** Returns the standard deviation of the track offset, a half-normal distribution defined by its median. */
export function trackOffsetMeters(profile: Profile): number {
  return figures.radial.trackOffsetMedianMeters[profile].value / probit(0.75)
}

/** Half-normal kernels by the byte of a distance, 1 at distance 0. Their median is the profile's track offset. */
const offsetKernels = Object.fromEntries(
  profiles.map((profile) => {
    const deviation = trackOffsetMeters(profile)
    const kernel = Float64Array.from({ length: 256 }, (_, byte) =>
      Math.exp(-((decodeDistance(byte) / deviation) ** 2) / 2),
    )
    return [profile, kernel]
  }),
) as Record<Profile, Float64Array>
