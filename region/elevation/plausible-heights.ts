import { RegionError } from '../errors.ts'

/** The shore of the Dead Sea is at -430 m, the highest peak at 8,849 m. */
export const land = { lowestMeters: -500, highestMeters: 9000 }

/** No-data values of HGT, and of converters that do not declare them. */
const voids = new Set([-32768, -32767, 32767, -9999])

/** Radar spikes are far fewer. */
const maxOutsideShare = 0.01

/**
 * The mean difference of neighbours is 4 % of the mean absolute deviation in the Pyrenees, 2 % at the
 * Riviera, and at least 100 % in random order. Tiles flatter than the minimum deviation may be mere noise.
 */
const maxRoughness = 0.8
const minDeviationMeters = 20

/** Swapping the bytes of real heights makes them hundreds of times rougher. */
const maxRoughnessAgainstSwapped = 8

/** Sampled rows; each is compared with the next. */
const sampledRows = 600

interface HeightFacts {
  known: number
  outside: number
  meanDeviation: number
  /** Between neighbours, as read and with the bytes of each sample swapped. */
  meanDifference: number
  meanDifferenceSwapped: number
}

/**
 * Refuses an HGT tile that cannot be elevation: HGT has no header, so any file of the right size would
 * pass.
 *
 * @param bytes Big-endian heights in metres, row by row, `samples` a side.
 * @throws RegionError that names the fault.
 */
export function assertPlausibleHeights(name: string, bytes: Buffer, samples: number): void {
  const facts = heightFacts(bytes, samples)
  if (facts.meanDifference > maxRoughnessAgainstSwapped * facts.meanDifferenceSwapped)
    throw new RegionError(
      `${name} is not elevation: the bytes of its heights are turned; HGT is big-endian, so convert it or get it from another source.`,
    )
  const outsideShare = facts.outside / facts.known
  if (outsideShare > maxOutsideShare)
    throw new RegionError(
      `${name} is not elevation: ${Math.round(outsideShare * 100)} % of its heights are below ${land.lowestMeters} or above ${land.highestMeters} m; get it again.`,
    )
  const isFlat = facts.meanDeviation < minDeviationMeters
  if (!isFlat && facts.meanDifference > maxRoughness * facts.meanDeviation)
    throw new RegionError(
      `${name} is not elevation: its heights jump from sample to sample as if in no order; get it again.`,
    )
}

function heightFacts(bytes: Buffer, samples: number): HeightFacts {
  const step = Math.max(1, Math.floor(samples / sampledRows))
  const rowBytes = 2 * samples
  let [known, outside, sum] = [0, 0, 0]
  let [pairs, difference, differenceSwapped] = [0, 0, 0]
  const compare = (height: number, at: number, other: number): void => {
    const neighbour = bytes.readInt16BE(other)
    if (voids.has(neighbour)) return
    pairs++
    difference += Math.abs(height - neighbour)
    differenceSwapped += Math.abs(bytes.readInt16LE(at) - bytes.readInt16LE(other))
  }
  const each = (visit: (height: number, at: number, row: number, column: number) => void): void => {
    for (let row = 0; row < samples; row += step)
      for (let column = 0, at = row * rowBytes; column < samples; column++, at += 2) {
        const height = bytes.readInt16BE(at)
        if (!voids.has(height)) visit(height, at, row, column)
      }
  }
  each((height, at, row, column) => {
    known++
    sum += height
    if (height < land.lowestMeters || height > land.highestMeters) outside++
    if (column > 0) compare(height, at, at - 2)
    if (row + 1 < samples) compare(height, at, at + rowBytes)
  })
  const mean = sum / known
  let deviation = 0
  each((height) => {
    deviation += Math.abs(height - mean)
  })
  return {
    ...{ known, outside, meanDeviation: deviation / known },
    ...{ meanDifference: difference / pairs, meanDifferenceSwapped: differenceSwapped / pairs },
  }
}
