const minFilterBits = 16
const maxFilterBits = 22

/** Filter bits for each entry. At most one lookup in eight is a false positive. */
const bitsPerEntry = 8

/**
 * A set of line segments and points, by their exact microdegrees. Only a 53-bit hash of each is kept: with 200,000
 * entries the chance that a lookup is wrong is 1 in 10^10. A Bloom filter with one hash, small enough for the
 * processor's cache, answers the usual case (absent) at a tenth of the cost.
 */
export class SegmentSet {
  readonly #hashes = new Set<number>()
  #filterShift = 32 - minFilterBits
  #filter = new Uint8Array(2 ** minFilterBits / 8)

  get size(): number {
    return this.#hashes.size
  }

  /** Adds the segments of a line, `[lat0, lon0, lat1, lon1, ...]`. */
  addLine(line: ArrayLike<number>): void {
    for (let i = 0; i + 3 < line.length; i += 2) {
      this.#add(line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!)
    }
  }

  addPoint(lat: number, lon: number): void {
    this.#add(lat, lon, lat, lon)
  }

  /** Returns whether the segment from vertex `i` to the next is in the set, in either direction. */
  hasSegment(line: ArrayLike<number>, i: number): boolean {
    const at = 2 * i
    return this.#has(line[at]!, line[at + 1]!, line[at + 2]!, line[at + 3]!)
  }

  /** Returns whether vertex `i` is in the set as a point. */
  hasPoint(line: ArrayLike<number>, i: number): boolean {
    const lat = line[2 * i]!
    const lon = line[2 * i + 1]!
    return this.#has(lat, lon, lat, lon)
  }

  clear(): void {
    this.#hashes.clear()
    this.#filter.fill(0)
  }

  #add(lat1: number, lon1: number, lat2: number, lon2: number): void {
    const low = hashLow(lat1 + lat2, lon1 + lon2)
    this.#hashes.add(hashHigh(lat1, lon1, lat2, lon2) + low)
    const bits = 32 - this.#filterShift
    if (this.#hashes.size * bitsPerEntry > 2 ** bits && bits < maxFilterBits) this.#widen()
    else this.#mark(low)
  }

  #mark(low: number): void {
    const bit = low >>> this.#filterShift
    this.#filter[bit >>> 3]! |= 1 << (bit & 7)
  }

  #widen(): void {
    this.#filterShift--
    this.#filter = new Uint8Array(this.#filter.length * 2)
    for (const hash of this.#hashes) this.#mark(hash % 2 ** 32)
  }

  #has(lat1: number, lon1: number, lat2: number, lon2: number): boolean {
    const low = hashLow(lat1 + lat2, lon1 + lon2)
    const bit = low >>> this.#filterShift
    if ((this.#filter[bit >>> 3]! & (1 << (bit & 7))) === 0) return false
    return this.#hashes.has(hashHigh(lat1, lon1, lat2, lon2) + low)
  }
}

/** Hashes the sums of both ends to 32 bits, equal in both directions. */
function hashLow(lats: number, lons: number): number {
  return Math.imul(Math.imul(lats, 0x9e3779b1) ^ lons, 0x85ebca77) >>> 0
}

/** Hashes the sorted ends to the 21 bits above. */
function hashHigh(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const inOrder = lat1 < lat2 || (lat1 === lat2 && lon1 <= lon2)
  let hash = 0x9e3779b9
  hash = mixHash(hash, inOrder ? lat1 : lat2)
  hash = mixHash(hash, inOrder ? lon1 : lon2)
  hash = mixHash(hash, inOrder ? lat2 : lat1)
  hash = mixHash(hash, inOrder ? lon2 : lon1)
  return (hash >>> 11) * 2 ** 32
}

/** Runs one round of MurmurHash3. */
function mixHash(hash: number, value: number): number {
  let k = Math.imul(value, 0xcc9e2d51)
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593)
  const h = hash ^ k
  return (Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64) | 0
}
