import { headerBytes, headerOffsets, readTileVersion } from '#routing/tile-archive'

/** Facts about a build for {@link makeReproducible}. */
export interface TileStamp {
  /** Age of the map data, in seconds since 1970; 0 if unknown. */
  dataTimestampSeconds: number
  /** Tiles of other versions are left alone. */
  engineVersion: string
  /** Time of the build, to recognise the day that the engine wrote. */
  builtAt: Date
}

const secondsPerDay = 86_400
/** Day 0 of the engine (baldr/datetime.h, `kPivotDate`). */
const pivotSeconds = Date.UTC(2014, 0, 1) / 1000

// A turn restriction (baldr/complexrestriction.h): three words of 8 bytes, then its via edges.
const restrictionBytes = 24
const viaBytes = 8
const thirdWordOffset = 16
/** In the third word: 19 bits from bit 21, the weekdays and the minutes of begin and end. */
const timeBits = ((1n << 19n) - 1n) << 21n
/** In the third word: bits 16 to 20 count the via edges. */
const viaCountByte = 2
const viaCountMask = 31
/** In the first word: bit 46 says whether the restriction has a time. */
const hasTimeByte = 5
const hasTimeMask = 0x40

function toDay(seconds: number): number {
  return Math.floor((seconds - pivotSeconds) / secondsPerDay)
}

/**
 * Removes differences without a meaning between two builds of the same input from a tile, in place:
 * - The day of the build becomes the day of the data. The engine reads it only to age transit timetables.
 * - In turn restrictions without a time, the bits of the time are uninitialised memory; they become zero.
 *
 * Leaves tiles of another version alone, and skips a change if its part of the tile has unexpected contents.
 *
 * @returns Whether both changes could be made.
 */
export function makeReproducible(tile: Buffer, stamp: TileStamp): boolean {
  if (tile.length < headerBytes) return false
  if (readTileVersion(tile) !== stamp.engineVersion) return false
  const isStamped = stampDay(tile, stamp)
  return clearUnusedTimes(tile) && isStamped
}

function stampDay(tile: Buffer, { builtAt, dataTimestampSeconds }: TileStamp): boolean {
  // The builder writes the day in New York, which may be the day before the one in UTC.
  const today = toDay(builtAt.getTime() / 1000)
  const created = tile.readUInt32LE(headerOffsets.created)
  // Only tiles of the lowest level have a day.
  if (created === 0) return true
  if (Math.abs(created - today) > 1) return false
  tile.writeUInt32LE(Math.max(0, toDay(dataTimestampSeconds)), headerOffsets.created)
  return true
}

/**
 * Clears the unused time bits of restrictions, which are contiguous up to the edge information, forward ones first,
 * then reverse ones.
 */
function clearUnusedTimes(tile: Buffer): boolean {
  const end = tile.readUInt32LE(headerOffsets.edgeInfos)
  const wordsToClear: number[] = []
  let position = tile.readUInt32LE(headerOffsets.restrictions)
  while (position + restrictionBytes <= end && end <= tile.length) {
    const word = position + thirdWordOffset
    if (!(tile[position + hasTimeByte]! & hasTimeMask)) wordsToClear.push(word)
    const viaCount = tile[word + viaCountByte]! & viaCountMask
    position += restrictionBytes + viaCount * viaBytes
  }
  if (position !== end) return false
  for (const word of wordsToClear)
    tile.writeBigUInt64LE(tile.readBigUInt64LE(word) & ~timeBits, word)
  return true
}
