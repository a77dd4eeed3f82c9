/** A distance above every allowed one; also the cost of editing a digit. */
const forbidden = 100

export interface EditOptions {
  /** Maximum number of edits. */
  edits: number
  /** Whether keys may continue after the part that matches. */
  prefix: boolean
}

/**
 * Computes the optimal string alignment distance from a word to sorted keys, row by row. Keys with a common
 * prefix share its rows (Wagner and Fischer 1974, with transpositions as in Damerau 1964).
 */
export class EditRows {
  readonly #word: readonly number[]
  /** Cost of editing each letter of the word. */
  readonly #costs: readonly number[]
  readonly #edits: number
  readonly #prefix: boolean
  readonly #width: number
  /** Rows of the distance matrix, one for each letter of the key. */
  #rows: Uint8Array
  readonly #letters: number[] = [0]
  /** Minimum distance of any prefix of the key, by depth. */
  readonly #minDistances: number[] = []
  /** Depth in letters, by number of bytes of the key. */
  readonly #depths: number[] = [0]
  #matchedFrom = Number.POSITIVE_INFINITY
  /** First letter of the word. */
  readonly first: string
  /** Distance of the last key; above the allowed edits if the key is too far away. */
  distance = forbidden

  constructor(word: string, { edits, prefix }: EditOptions) {
    const letters = [...word]
    this.first = letters[0] ?? ''
    this.#word = letters.map((letter) => letter.codePointAt(0)!)
    this.#costs = this.#word.map(computeEditCost)
    this.#edits = edits
    this.#prefix = prefix
    this.#width = this.#word.length + 1
    this.#rows = new Uint8Array(32 * this.#width)
    for (let i = 1; i < this.#width; i++) {
      this.#rows[i] = Math.min(forbidden, this.#rows[i - 1]! + this.#costs[i - 1]!)
    }
    this.#minDistances[0] = this.#rows[this.#width - 1]!
  }

  /**
   * Computes the distance of a key that shares its first `shared` bytes with the last key. Returns the number of
   * bytes after which no continuation can match, or infinity.
   */
  follow(key: Uint8Array, shared: number, length: number): number {
    if (shared >= this.#matchedFrom) return Number.POSITIVE_INFINITY
    this.#matchedFrom = Number.POSITIVE_INFINITY
    let depth = this.#depths[shared]!
    let at = shared
    while (at < length) {
      const lead = key[at]!
      let letter = lead
      if (lead < 0x80) at++
      else {
        const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
        letter = lead & (0xff >> (size + 1))
        for (let i = 1; i < size; i++) letter = (letter << 6) | (key[at + i]! & 0x3f)
        at += size
      }
      depth++
      this.#depths[at] = depth
      const min = this.#computeRow(depth, letter)
      if (min <= this.#edits) continue
      if (this.#prefix && this.#minDistances[depth]! <= this.#edits) {
        this.#matchedFrom = at
        break
      }
      this.distance = forbidden
      return at
    }
    this.distance = this.#prefix
      ? this.#minDistances[depth]!
      : this.#rows[depth * this.#width + this.#width - 1]!
    return Number.POSITIVE_INFINITY
  }

  /**
   * Computes the row of a letter and returns the row's minimum. Cells farther from the diagonal than the allowed
   * edits are skipped: their distances are above that number (Ukkonen 1985).
   */
  #computeRow(depth: number, letter: number): number {
    const width = this.#width
    if ((depth + 1) * width > this.#rows.length) this.#growRows()
    const rows = this.#rows
    const word = this.#word
    const costs = this.#costs
    const row = depth * width
    const above = row - width
    const cost = computeEditCost(letter)
    const before = this.#letters[depth - 1]!
    this.#letters[depth] = letter
    const from = Math.min(width, Math.max(1, depth - this.#edits))
    const until = Math.min(width, depth + this.#edits + 1)
    const outside = from > 1 ? forbidden : rows[above]! + cost
    let min = Math.min(forbidden, outside)
    rows[row + from - 1] = min
    for (let i = from; i < until; i++) {
      const own = word[i - 1]!
      let value: number
      if (own === letter) value = rows[above + i - 1]!
      else {
        const ownCost = costs[i - 1]!
        value = Math.min(
          forbidden,
          rows[above + i]! + cost,
          rows[row + i - 1]! + ownCost,
          rows[above + i - 1]! + Math.max(cost, ownCost),
        )
        if (i > 1 && before === own && word[i - 2] === letter && cost === 1 && ownCost === 1) {
          value = Math.min(value, rows[above - width + i - 2]! + 1)
        }
      }
      rows[row + i] = value
      if (value < min) min = value
    }
    if (until < width) {
      rows[row + until] = forbidden
      rows[row + width - 1] = forbidden
    }
    this.#minDistances[depth] = Math.min(this.#minDistances[depth - 1]!, rows[row + width - 1]!)
    return min
  }

  #growRows(): void {
    const rows = new Uint8Array(2 * this.#rows.length)
    rows.set(this.#rows)
    this.#rows = rows
  }
}

const numerals = new Map<number, boolean>()

/** Returns the cost of inserting or deleting a letter. Digits are never corrected. */
function computeEditCost(letter: number): number {
  if (letter < 0x80) return letter >= 0x30 && letter <= 0x39 ? forbidden : 1
  let numeral = numerals.get(letter)
  if (numeral === undefined) {
    numeral = /\p{N}/u.test(String.fromCodePoint(letter))
    numerals.set(letter, numeral)
  }
  return numeral ? forbidden : 1
}
