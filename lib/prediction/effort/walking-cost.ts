import {
  type Barrier,
  bands,
  barriers,
  type DerivedBand,
  decodeDistance,
  encodeLandCover,
  type LandCover,
} from '#ground/landscape'
import { figures } from '../figures/index.ts'

const { walking, landCoverSpeed, pathReachMeters, barrierMeters } = figures.effort

/**
 * Divides the time for a metre on a slope by the time on flat ground, by Tobler's hiking function (1993): speed is 6
 * exp(-3.5 |slope + 0.05|) km/h. The factor is below 1 gently downhill.
 *
 * @param slope Rise over run in the direction walked; `NaN` counts as flat.
 */
export function computeSlopeFactor(slope: number): number {
  if (Number.isNaN(slope)) return 1
  const fastest = walking.slopeOfFastest.value
  return Math.exp(walking.decay.value * (Math.abs(slope - fastest) - Math.abs(fastest)))
}

/** Ratio of the time for a metre on a land cover to the time on open ground, by the cover's byte; 1 if unknown. */
const coverFactors: Float64Array = (() => {
  const factors = new Float64Array(256).fill(1)
  for (const [cover, speed] of Object.entries(landCoverSpeed)) {
    factors[encodeLandCover(cover as LandCover)] = 1 / speed.value
  }
  return factors
})()

/** Highest byte of a distance band at which a person walks on the road or path instead of the ground. */
const pathReachByte: number = (() => {
  let byte = 0
  while (decodeDistance(byte + 1) <= pathReachMeters.value) byte++
  return byte
})()

const [coverBand, roadBand, pathBand, barrierBand] = (
  ['land_cover', 'road', 'path', 'barrier'] as const
).map((band) => bands.indexOf(band)) as [number, number, number, number]

/** Distinct factors of land covers. Their indexes fit the lower half of a byte. */
const factors = [...new Set(coverFactors)]
const factorIndices = Uint8Array.from(coverFactors, (factor) => factors.indexOf(factor))
const openIndex = factorIndices[encodeLandCover('open')]!

/** Walking cost of a pixel in one byte, which {@link slowness} and {@link extractBarriers} decode. */
export const walkingBand: DerivedBand = {
  byteOf(pixels, at) {
    const isOnPath =
      pixels[at + roadBand]! <= pathReachByte || pixels[at + pathBand]! <= pathReachByte
    const index = isOnPath ? openIndex : factorIndices[pixels[at + coverBand]!]!
    return ((pixels[at + barrierBand]! & 15) << 4) | index
  },
  beyond: openIndex,
}

/** Ratio of the time for a metre to the time on flat open ground, by the byte of {@link walkingBand}. */
export const slowness = Float64Array.from({ length: 256 }, (_, byte) => factors[byte & 15] ?? 1)

/** Returns the barrier bits of a pixel from its byte of {@link walkingBand}. */
export function extractBarriers(byte: number): number {
  return byte >> 4
}

/** Distance to the nearest road or path, as the byte of a distance band; 0 outside the data. */
export const roadOrPathBand: DerivedBand = {
  byteOf: (pixels, at) => Math.min(pixels[at + roadBand]!, pixels[at + pathBand]!),
  beyond: 0,
}

/** Cost of entering a set of barriers, by its bits, in metres of flat open ground. */
export const crossingMeters: Float64Array = (() => {
  const costs = new Float64Array(16)
  for (let bits = 0; bits < costs.length; bits++) {
    for (const [barrier, bit] of Object.entries(barriers)) {
      if (bits & bit) costs[bits]! += barrierMeters[barrier as Barrier].value
    }
  }
  return costs
})()
