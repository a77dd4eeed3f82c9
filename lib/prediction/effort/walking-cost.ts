import {
  type Barrier,
  barriers,
  distanceFromByte,
  type LandCover,
  landCoverByte,
} from '../../landscape/index.ts'
import { figures } from '../figures/index.ts'

const { walking, landCoverSpeed, pathReachMeters, barrierMeters } = figures.effort

/**
 * How much longer a metre takes on a slope than on flat ground: Tobler's hiking function (1993), speed
 * 6 exp(-3.5 |slope + 0.05|) km/h, over itself at 0. Gently downhill it is less than 1.
 *
 * @param slope Rise over run in the direction walked; `NaN` counts as flat.
 */
export function slopeFactor(slope: number): number {
  if (Number.isNaN(slope)) return 1
  const fastest = walking.slopeOfFastest.value
  return Math.exp(walking.decay.value * (Math.abs(slope - fastest) - Math.abs(fastest)))
}

/** How much longer a metre takes on each land cover, by its byte; 1 where nothing is known. */
export const coverFactors: Float64Array = (() => {
  const factors = new Float64Array(256).fill(1)
  for (const [cover, speed] of Object.entries(landCoverSpeed)) {
    factors[landCoverByte(cover as LandCover)] = 1 / speed.value
  }
  return factors
})()

/** The byte of a distance band up to which a road or path is walked on instead of the ground. */
export const pathReachByte: number = (() => {
  let byte = 0
  while (distanceFromByte(byte + 1) <= pathReachMeters.value) byte++
  return byte
})()

/** What entering each mix of barriers costs, by its bits: metres of flat open ground. */
export const crossingMeters: Float64Array = (() => {
  const costs = new Float64Array(256)
  for (let bits = 0; bits < costs.length; bits++) {
    for (const [barrier, bit] of Object.entries(barriers)) {
      if (bits & bit) costs[bits]! += barrierMeters[barrier as Barrier].value
    }
  }
  return costs
})()
