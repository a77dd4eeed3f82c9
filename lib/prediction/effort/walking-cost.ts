import {
  type Barrier,
  bands,
  barriers,
  type DerivedBand,
  distanceFromByte,
  type LandCover,
  landCoverByte,
} from '#ground/landscape'
import { figures } from '../figures/index.ts'

const { walking, landCoverSpeed, pathReachMeters, barrierMeters } = figures.effort

/**
 * Time for a metre on a slope over the time on flat ground, by Tobler's hiking function (1993): speed is
 * 6 exp(-3.5 |slope + 0.05|) km/h. Below 1 gently downhill.
 *
 * @param slope Rise over run in the direction walked; `NaN` counts as flat.
 */
export function slopeFactor(slope: number): number {
  if (Number.isNaN(slope)) return 1
  const fastest = walking.slopeOfFastest.value
  return Math.exp(walking.decay.value * (Math.abs(slope - fastest) - Math.abs(fastest)))
}

/** Time for a metre on each land cover over the time on open ground, by the cover's byte; 1 if unknown. */
const coverFactors: Float64Array = (() => {
  const factors = new Float64Array(256).fill(1)
  for (const [cover, speed] of Object.entries(landCoverSpeed)) {
    factors[landCoverByte(cover as LandCover)] = 1 / speed.value
  }
  return factors
})()

/** Up to this byte of a distance band the road or path is walked on instead of the ground. */
const pathReachByte: number = (() => {
  let byte = 0
  while (distanceFromByte(byte + 1) <= pathReachMeters.value) byte++
  return byte
})()

const [coverBand, roadBand, pathBand, barrierBand] = (
  ['land_cover', 'road', 'path', 'barrier'] as const
).map((band) => bands.indexOf(band)) as [number, number, number, number]

/** The different factors of land covers: their indices fit the lower half of a byte. */
const factors = [...new Set(coverFactors)]
const factorIndices = Uint8Array.from(coverFactors, (factor) => factors.indexOf(factor))
const openIndex = factorIndices[landCoverByte('open')]!

/** What walking on a pixel costs, in a byte: {@link slowness} and {@link barriersOf}. */
export const walkingBand: DerivedBand = {
  byteOf(pixels, at) {
    const isOnPath =
      pixels[at + roadBand]! <= pathReachByte || pixels[at + pathBand]! <= pathReachByte
    const index = isOnPath ? openIndex : factorIndices[pixels[at + coverBand]!]!
    return ((pixels[at + barrierBand]! & 15) << 4) | index
  },
  beyond: openIndex,
}

/** Time for a metre over the time on flat open ground, by the byte of {@link walkingBand}. */
export const slowness = Float64Array.from({ length: 256 }, (_, byte) => factors[byte & 15] ?? 1)

/** Bits of the barriers of a pixel, by its byte of {@link walkingBand}. */
export function barriersOf(byte: number): number {
  return byte >> 4
}

/** Metres to the nearest road or path, as the byte of a distance band; 0 beyond the data. */
export const roadOrPathBand: DerivedBand = {
  byteOf: (pixels, at) => Math.min(pixels[at + roadBand]!, pixels[at + pathBand]!),
  beyond: 0,
}

/** Cost of entering a set of barriers, by its bits: metres of flat open ground. */
export const crossingMeters: Float64Array = (() => {
  const costs = new Float64Array(16)
  for (let bits = 0; bits < costs.length; bits++) {
    for (const [barrier, bit] of Object.entries(barriers)) {
      if (bits & bit) costs[bits]! += barrierMeters[barrier as Barrier].value
    }
  }
  return costs
})()
