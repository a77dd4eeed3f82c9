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
export const coverFactors: Float64Array = (() => {
  const factors = new Float64Array(256).fill(1)
  for (const [cover, speed] of Object.entries(landCoverSpeed)) {
    factors[landCoverByte(cover as LandCover)] = 1 / speed.value
  }
  return factors
})()

/** Up to this byte of a distance band the road or path is walked on instead of the ground. */
export const pathReachByte: number = (() => {
  let byte = 0
  while (distanceFromByte(byte + 1) <= pathReachMeters.value) byte++
  return byte
})()

/** Cost of entering a set of barriers, by its bits: metres of flat open ground. */
export const crossingMeters: Float64Array = (() => {
  const costs = new Float64Array(256)
  for (let bits = 0; bits < costs.length; bits++) {
    for (const [barrier, bit] of Object.entries(barriers)) {
      if (bits & bit) costs[bits]! += barrierMeters[barrier as Barrier].value
    }
  }
  return costs
})()
