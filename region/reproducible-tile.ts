/** The facts by which tiles of equal input become equal bytes. */
export interface TileStamp {
  /** Seconds since 1970; 0 counts as unknown. */
  dataTimestampSeconds: number
  engineVersion: string
  builtAt: Date
}

const secondsPerDay = 86_400
/** The engine counts days from here (baldr/datetime.h, `kPivotDate`). */
const pivotSeconds = Date.UTC(2014, 0, 1) / 1000

// Positions in a tile of Valhalla 3.6 (baldr/graphtileheader.h, baldr/complexrestriction.h).
const headerBytes = 272
const versionOffset = 16
const versionBytes = 16
const forwardRestrictionsOffset = 96
const edgeInfoOffset = 104
const createdOffset = 112
const restrictionBytes = 24
const viaBytes = 8

function dayOf(seconds: number): number {
  return Math.floor((seconds - pivotSeconds) / secondsPerDay)
}

/**
 * Removes meaningless differences between two builds of the same input from a tile, in place:
 *
 * - the day of the build becomes the day of the data; the engine reads it only to age transit timetables;
 * - turn restrictions without a time hold uninitialised memory in place of the time; it becomes zero.
 *
 * Changes nothing in a tile of another version, and skips either change where the tile is not as expected.
 *
 * @returns Whether both were as expected.
 */
export function makeReproducible(tile: Buffer, stamp: TileStamp): boolean {
  if (tile.length < headerBytes) return false
  const [version] = tile
    .toString('latin1', versionOffset, versionOffset + versionBytes)
    .split('\0', 1)
  if (version !== stamp.engineVersion) return false
  const isStamped = stampDay(tile, stamp)
  return clearUnusedTimes(tile) && isStamped
}

function stampDay(tile: Buffer, { builtAt, dataTimestampSeconds }: TileStamp): boolean {
  // The builder uses the day in New York, which may be the previous day.
  const today = dayOf(builtAt.getTime() / 1000)
  const created = tile.readUInt32LE(createdOffset)
  // Tiles of the upper levels have no day.
  if (created === 0) return true
  if (Math.abs(created - today) > 1) return false
  tile.writeUInt32LE(Math.max(0, dayOf(dataTimestampSeconds)), createdOffset)
  return true
}

/** Bits of the third word of a restriction with weekdays and minutes of begin and end: 19 from bit 21. */
const timeBits = ((1n << 19n) - 1n) << 21n
/** Bit 46 of the first word, in its sixth byte: whether the restriction has a time. */
const hasTime = 0x40

/** Restrictions are contiguous, forward then reverse ones, up to the edge information. */
function clearUnusedTimes(tile: Buffer): boolean {
  const end = tile.readUInt32LE(edgeInfoOffset)
  const words: number[] = []
  let position = tile.readUInt32LE(forwardRestrictionsOffset)
  while (position + restrictionBytes <= end && end <= tile.length) {
    const word = position + 16
    if (!(tile[position + 5]! & hasTime)) words.push(word)
    const viaCount = tile[word + 2]! & 31
    position += restrictionBytes + viaCount * viaBytes
  }
  if (position !== end) return false
  for (const word of words) tile.writeBigUInt64LE(tile.readBigUInt64LE(word) & ~timeBits, word)
  return true
}
