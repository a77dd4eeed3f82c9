import { RegionError } from '../errors.ts'

/** The shore of the Dead Sea is at -430 m, the highest peak at 8,849 m. */
export const land = { lowestMeters: -500, highestMeters: 9000 }

/** Values that stand for no data, in HGT itself and as converters leave them undeclared. */
const voids = new Set([-32768, -32767, 32767, -9999])

/** Spikes of a radar are fewer by far. */
const maxOutsideShare = 0.01

/**
 * Heights of neighbours differ far less than heights drawn at random from the same tile: the mean
 * difference is 4 % of the mean deviation from the mean in the Pyrenees, 2 % at the Riviera, and at least
 * 100 % in any order by chance. Tiles flatter than this deviation may be nothing but noise.
 */
const maxRoughness = 0.8
const minDeviationMeters = 20

/** With its bytes turned real ground is hundreds of times rougher. */
const maxRoughnessAgainstTurned = 8

/** Rows that are looked at; each is compared with the next. */
const lookedAtRows = 600

interface HeightFacts {
  known: number
  outside: number
  meanDeviation: number
  /** Between neighbours, as the file stands and with the bytes of each sample turned. */
  meanDifference: number
  meanDifferenceTurned: number
}

/**
 * Refuses an HGT tile that cannot be ground: HGT has no header, so that any bytes of the right number
 * would pass for heights.
 *
 * @param bytes Big-endian heights in metres, row by row, `samples` a side.
 * @throws RegionError that says what is wrong with it.
 */
export function assertPlausibleHeights(name: string, bytes: Buffer, samples: number): void {
  const facts = lookAt(bytes, samples)
  if (facts.meanDifference > maxRoughnessAgainstTurned * facts.meanDifferenceTurned)
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

function lookAt(bytes: Buffer, samples: number): HeightFacts {
  const step = Math.max(1, Math.floor(samples / lookedAtRows))
  const rowBytes = 2 * samples
  let [known, outside, sum] = [0, 0, 0]
  let [pairs, difference, differenceTurned] = [0, 0, 0]
  const compare = (height: number, at: number, other: number): void => {
    const neighbour = bytes.readInt16BE(other)
    if (voids.has(neighbour)) return
    pairs++
    difference += Math.abs(height - neighbour)
    differenceTurned += Math.abs(bytes.readInt16LE(at) - bytes.readInt16LE(other))
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
    ...{ meanDifference: difference / pairs, meanDifferenceTurned: differenceTurned / pairs },
  }
}
