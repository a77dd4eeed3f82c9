import { RegionError } from '../errors.ts'

/** Plausible heights of land: the shore of the Dead Sea is at -430 m, the highest peak at 8,849 m. */
export const land = { lowestMeters: -500, highestMeters: 9000 }

/** No-data values of HGT, and of converters that do not declare them. */
const voids: ReadonlySet<number> = new Set([-32768, -32767, 32767, -9999])

/** Values that mean no data in many files; a GeoTIFF should declare them. */
export const undeclaredVoids: ReadonlySet<number> = new Set([...voids, 65535, -99999])

/** Maximum share of heights below or above all land; radar spikes are far fewer. */
const maxOutsideShare = 0.01

/**
 * Maximum ratio of the mean difference of neighbours to the mean absolute deviation. It is 4 % in the Pyrenees, 2 % at
 * the Riviera, and at least 100 % in random order. Tiles flatter than the minimum deviation may be mere noise.
 */
const maxRoughness = 0.8
const minDeviationMeters = 20

/**
 * Maximum roughness relative to the same heights with swapped bytes: swapping real heights makes them hundreds of
 * times rougher.
 */
const maxRoughnessAgainstSwapped = 8

/** Number of sampled rows; each is compared with the next. */
const sampledRows = 600

/** Minimum number of known heights for a verdict. */
const minKnown = 1000

/** Statistics of heights and their neighbours. */
export interface HeightFacts {
  known: number
  outside: number
  meanDeviation: number
  /** Mean difference between neighbours, as read and with the bytes of each sample swapped. */
  meanDifference: number
  meanDifferenceSwapped: number
}

/** Heights in rows from the north. */
export interface HeightGrid {
  width: number
  height: number
  /** Step between the rows that are checked; each is compared with the next row. */
  rowStep?: number
  /** Returns the metres at an index, row by row, or undefined for no data. */
  heightAt(index: number): number | undefined
  /** Returns the same with the bytes of the sample swapped. */
  swappedAt(index: number): number
}

/**
 * Throws if an HGT tile cannot be elevation: HGT has no header, so any file of the right size would pass.
 *
 * @param bytes Big-endian heights in metres, row by row, `samples` a side.
 * @returns Warnings.
 * @throws RegionError that names the fault.
 */
export function assertPlausibleHeights(name: string, bytes: Buffer, samples: number): string[] {
  const facts = measureHeights({
    width: samples,
    height: samples,
    rowStep: Math.max(1, Math.floor(samples / sampledRows)),
    heightAt(index) {
      const height = bytes.readInt16BE(2 * index)
      return voids.has(height) ? undefined : height
    },
    swappedAt: (index) => bytes.readInt16LE(2 * index),
  })
  if (facts.known === 0) return [`${name} has no heights: all of its samples stand for no data.`]
  assertHeights(name, facts, {
    turned: 'HGT is big-endian, so convert it or get it from another source',
    outside: 'get it again',
  })
  return []
}

/** Advice for the user, by fault. */
interface Remedies {
  turned: string
  outside: string
}

/**
 * Throws if heights are implausible: their bytes are swapped, they lie below and above all land, or they are in random
 * order.
 *
 * @throws RegionError that names the fault.
 */
export function assertHeights(name: string, facts: HeightFacts, remedies: Remedies): void {
  if (facts.known < minKnown) return
  if (facts.meanDifference > maxRoughnessAgainstSwapped * facts.meanDifferenceSwapped)
    throw new RegionError(
      `${name} is not elevation: the bytes of its heights are turned; ${remedies.turned}.`,
    )
  const outsideShare = facts.outside / facts.known
  if (outsideShare > maxOutsideShare)
    throw new RegionError(
      `${name} is not elevation: ${Math.round(outsideShare * 100)} % of its heights are below ${land.lowestMeters} or above ${land.highestMeters} m; ${remedies.outside}.`,
    )
  const isFlat = facts.meanDeviation < minDeviationMeters
  if (!isFlat && facts.meanDifference > maxRoughness * facts.meanDeviation)
    throw new RegionError(
      `${name} is not elevation: its heights jump from sample to sample as if in no order; get it again.`,
    )
}

/** Measures how heights differ from their neighbours and from their mean. */
export function measureHeights({
  width,
  height,
  rowStep = 1,
  heightAt,
  swappedAt,
}: HeightGrid): HeightFacts {
  let [known, outside, sum] = [0, 0, 0]
  let [pairs, difference, differenceSwapped] = [0, 0, 0]
  const compare = (meters: number, at: number, other: number): void => {
    const neighbour = heightAt(other)
    if (neighbour === undefined) return
    pairs++
    difference += Math.abs(meters - neighbour)
    differenceSwapped += Math.abs(swappedAt(at) - swappedAt(other))
  }
  const each = (visit: (meters: number, at: number, row: number, column: number) => void): void => {
    for (let row = 0; row < height; row += rowStep)
      for (let column = 0, at = row * width; column < width; column++, at++) {
        const meters = heightAt(at)
        if (meters !== undefined) visit(meters, at, row, column)
      }
  }
  each((meters, at, row, column) => {
    known++
    sum += meters
    if (meters < land.lowestMeters || meters > land.highestMeters) outside++
    if (column > 0) compare(meters, at, at - 1)
    if (row + 1 < height) compare(meters, at, at + width)
  })
  const mean = sum / known
  let deviation = 0
  each((meters) => {
    deviation += Math.abs(meters - mean)
  })
  return {
    known,
    outside,
    meanDeviation: deviation / known,
    meanDifference: difference / pairs,
    meanDifferenceSwapped: differenceSwapped / pairs,
  }
}
