import { type ElevationProfile, makeReader } from './profile.ts'
import { computeMovingMean } from './smooth.ts'

/** Window of the mean, and baseline of a grade. */
const baselineMeters = 150

/** Minimum baseline: the resolution of the elevation model. A grade over a shorter one is noise. */
const minBaselineMeters = 30

/** Steepest share of the route, which the maximum leaves out as errors of single cells. */
const steepestShare = 0.005

/**
 * Computes the absolute grade in percent of each stretch between two samples (one fewer than samples): on the 150 m
 * mean, over a baseline of 150 m centred on the stretch and moved inside at the ends. Shorter lines use their whole
 * length.
 */
export function measureGrades(profile: ElevationProfile, capPercent: number): Float64Array {
  const { distances } = profile
  const last = distances.length - 1
  const grades = new Float64Array(Math.max(0, last))
  if (last < 1) return grades
  const smoothed = computeMovingMean(profile, baselineMeters)
  const behind = makeReader(distances, smoothed)
  const ahead = makeReader(distances, smoothed)
  const start = distances[0]!
  const end = distances[last]!
  const half = Math.min(baselineMeters, end - start) / 2
  const run = Math.max(2 * half, minBaselineMeters)
  for (let i = 0; i < last; i++) {
    const middle = (distances[i]! + distances[i + 1]!) / 2
    const centre = Math.min(Math.max(middle, start + half), end - half)
    const rise = ahead(centre + half) - behind(centre - half)
    grades[i] = Math.min(capPercent, Math.abs((100 * rise) / run))
  }
  return grades
}

/** Computes the mean of the absolute grades and their 99.5th percentile, by length, in percent to 0.1. */
export function summariseGrades(
  distances: Float64Array,
  grades: Float64Array,
  from: number,
  to: number,
): { avgPercent: number; maxPercent: number } {
  const length = distances[to]! - distances[from]!
  if (length <= 0) return { avgPercent: 0, maxPercent: 0 }
  let sum = 0
  let steepest = 0
  for (let i = from; i < to; i++) {
    sum += grades[i]! * (distances[i + 1]! - distances[i]!)
    steepest = Math.max(steepest, grades[i]!)
  }
  // Rounding keeps order, so the percentile of the rounded grades is the rounded percentile.
  const lengthByTenth = new Float64Array(Math.round(steepest * 10) + 1)
  for (let i = from; i < to; i++) {
    lengthByTenth[Math.round(grades[i]! * 10)]! += distances[i + 1]! - distances[i]!
  }
  let tenths = lengthByTenth.length - 1
  for (let passed = 0; tenths > 0; tenths--) {
    passed += lengthByTenth[tenths]!
    if (passed > length * steepestShare) break
  }
  return { avgPercent: Math.round((sum / length) * 10) / 10, maxPercent: tenths / 10 }
}
