import {
  distanceFromByte,
  type LandscapeView,
  landCoverByte,
  outsideDataByte,
  type Positions,
} from '../../landscape/index.ts'
import { probit } from '../distance/index.ts'
import { type CountedClass, figures, findClasses } from '../figures/index.ts'
import type { Profile } from '../prediction.ts'

/** Ground whose kind is not mapped, and ground beyond the data. */
export const unknownClasses = ['unmapped', 'no_data'] as const

/** What ground is shared out among: classes that finds are counted by, and what is not known. */
export type GroundClass = CountedClass | (typeof unknownClasses)[number]

export const groundClasses: readonly GroundClass[] = [
  ...findClasses.filter((name) => name !== 'wood_edge'),
  ...unknownClasses,
]

/** Hexagons as mixtures of classes, each the mean over the points that stand for it. */
export interface ClassShares {
  /** Hexagon by hexagon one for each of {@link groundClasses}; together 1. */
  shares: Float64Array
  /** The part of `wood` that is within reach of its edge. */
  woodEdge: Float64Array
  /** The part of `water` beyond the strip along its edge. */
  deepWater: Float64Array
  /** Share of the points within reach of something scenic, whatever their class. */
  scenic: Float64Array
}

const classIndex = Object.fromEntries(groundClasses.map((name, index) => [name, index])) as Record<
  GroundClass,
  number
>

/** Index of a class in rows of shares. */
export function indexOf(name: GroundClass): number {
  return classIndex[name]
}

/**
 * Shares each point of the ground out among the classes. At a structure it is that. Else what the ground
 * is (water with a strip along its edge, wood with its edge, brush, open) counts as one, and each kind of
 * line near by, streams as water among them, as a half-normal of the distance from it, with the profile's
 * median track offset.
 *
 * @param points Of each hexagon as many, hexagon by hexagon.
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
  const scenicBand = view.sample('scenic', positions)

  const count = cover.length / points
  const width = groundClasses.length
  const shares = new Float64Array(count * width)
  const woodEdge = new Float64Array(count)
  const deepWater = new Float64Array(count)
  const scenic = new Float64Array(count)
  const { structureByte, stripByte, edgeByte, scenicByte } = reachBytes
  const kernel = offsetKernels[profile]
  const one = 1 / points
  for (let i = 0, hex = 0; hex < count; hex++) {
    const row = hex * width
    for (const end = i + points; i < end; i++) {
      if (cover[i] === outsideDataByte) {
        shares[row + classIndex.no_data]! += one
        continue
      }
      if (scenicBand[i]! <= scenicByte) scenic[hex]! += one
      if (structure[i]! <= structureByte) {
        shares[row + classIndex.structure]! += one
        continue
      }
      const byRoad = kernel[Math.min(road[i]!, path[i]!)]!
      const byLinear = kernel[linear[i]!]!
      const byDrainage = kernel[drainage[i]!]!
      const part = one / (1 + byRoad + byLinear + byDrainage)
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
  return { shares, woodEdge, deepWater, scenic }
}

/** Class of each land cover by its byte; what is mapped and none of the others is open. */
const coverClasses: Uint8Array = (() => {
  const classes = new Uint8Array(256).fill(classIndex.open)
  classes[landCoverByte('unknown')] = classIndex.unmapped
  classes[landCoverByte('wood')] = classIndex.wood
  classes[landCoverByte('scrub')] = classIndex.brush
  classes[landCoverByte('water')] = classIndex.water
  return classes
})()

/** The bytes up to which a distance is within reach. */
const reachBytes = (() => {
  const { structure, waterStrip, woodEdge, scenic } = figures.finds.reachMeters
  const lastWithin = (meters: number) => {
    let byte = -1
    while (distanceFromByte(byte + 1) <= meters) byte++
    return byte
  }
  return {
    structureByte: lastWithin(structure.value),
    stripByte: lastWithin(waterStrip.value),
    edgeByte: lastWithin(woodEdge.value),
    scenicByte: lastWithin(scenic.value),
  }
})()

/** Half-normals by the byte of a distance, 1 at 0, whose median is the profile's track offset. */
const offsetKernels = (() => {
  // Half of a half-normal lies within this many standard deviations.
  const medianInDeviations = probit(0.75)
  const kernel = (medianMeters: number) => {
    const deviation = medianMeters / medianInDeviations
    return Float64Array.from({ length: 256 }, (_, byte) =>
      Math.exp(-((distanceFromByte(byte) / deviation) ** 2) / 2),
    )
  }
  const { despondent, dementia_alzheimers } = figures.radial.trackOffsetMedianMeters
  return {
    despondent: kernel(despondent.value),
    dementia_alzheimers: kernel(dementia_alzheimers.value),
  } satisfies Record<Profile, Float64Array>
})()
