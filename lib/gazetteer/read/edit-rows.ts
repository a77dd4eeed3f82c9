/** Above every allowed distance; also the cost of editing a digit. */
const forbidden = 100

export interface EditOptions {
  /** Allowed. */
  edits: number
  /** Keys may continue after the part that matches. */
  prefix: boolean
  /** Bytes of a key before its letters. */
  start?: number
}

/**
 * Optimal string alignment distance from a word to sorted keys, row by row: keys with a common prefix
 * share its rows (Wagner and Fischer 1974, with transpositions as in Damerau 1964).
 */
export class EditRows {
  readonly #word: Uint32Array
  readonly #edits: number
  readonly #prefix: boolean
  readonly #width: number
  readonly #start: number
  /** Row by row, one for each letter of the key. */
  #rows: Uint8Array
  #letters = new Uint32Array(64)
  /** By depth: the minimum distance of any prefix of the key. */
  #minDistances = new Uint8Array(64)
  /** Depth, in letters, by bytes of the key. */
  #depths = new Uint16Array(512)
  #matchedFrom = Number.POSITIVE_INFINITY
  /** First letter of the word. */
  readonly first: string
  /** Letters of the word, each once. */
  readonly letters: ReadonlySet<string>
  /** Of the last key; above the allowed edits when the key is too far away. */
  distance = forbidden

  constructor(word: string, { edits, prefix, start = 0 }: EditOptions) {
    this.#start = start
    const letters = [...word]
    this.first = letters[0] ?? ''
    this.letters = new Set(letters)
    this.#word = Uint32Array.from(letters, (letter) => letter.codePointAt(0)!)
    this.#edits = edits
    this.#prefix = prefix
    this.#width = this.#word.length + 1
    this.#rows = new Uint8Array(64 * this.#width)
    this.rewind()
  }

  /** Starts again without a previous key. */
  rewind(): void {
    this.#rows[0] = 0
    for (let i = 1; i < this.#width; i++) {
      this.#rows[i] = Math.min(forbidden, this.#rows[i - 1]! + costOf(this.#word[i - 1]!))
    }
    this.#minDistances[0] = this.#rows[this.#width - 1]!
    this.#matchedFrom = Number.POSITIVE_INFINITY
    this.distance = forbidden
  }

  /** Whether the last key is within the allowed edits. */
  get isMatch(): boolean {
    return this.distance <= this.#edits
  }

  /** Whether a key with this prefix can be within the allowed edits. */
  canMatchPrefix(prefix: string): boolean {
    this.rewind()
    const bytes = Buffer.from(prefix)
    return this.follow(bytes, 0, bytes.length) === Number.POSITIVE_INFINITY
  }

  /**
   * Computes the distance of a key that shares its first `shared` bytes with the last key. Returns the
   * number of bytes after which no continuation can match, or infinity.
   */
  follow(key: Uint8Array, shared: number, length: number): number {
    if (shared >= this.#matchedFrom) return Number.POSITIVE_INFINITY
    this.#matchedFrom = Number.POSITIVE_INFINITY
    if (length >= this.#depths.length) this.#lengthen(length)
    let depth = shared > this.#start ? this.#depths[shared]! : 0
    let at = Math.max(shared, this.#start)
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
      const min = this.#row(depth, letter)
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

  /** Computes the row of a letter; returns its minimum. */
  #row(depth: number, letter: number): number {
    const width = this.#width
    if ((depth + 1) * width > this.#rows.length || depth >= this.#letters.length) this.#deepen()
    const rows = this.#rows
    const word = this.#word
    const row = depth * width
    const above = row - width
    const cost = costOf(letter)
    const before = depth > 1 ? this.#letters[depth - 1]! : 0
    this.#letters[depth] = letter
    let min = Math.min(forbidden, rows[above]! + cost)
    rows[row] = min
    for (let i = 1; i < width; i++) {
      const own = word[i - 1]!
      let value: number
      if (own === letter) value = rows[above + i - 1]!
      else {
        const ownCost = costOf(own)
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
    this.#minDistances[depth] = Math.min(this.#minDistances[depth - 1]!, rows[row + width - 1]!)
    return min
  }

  #lengthen(length: number): void {
    const grown = new Uint16Array(2 * length)
    grown.set(this.#depths)
    this.#depths = grown
  }

  #deepen(): void {
    const depth = 2 * this.#letters.length
    const rows = new Uint8Array(depth * this.#width)
    rows.set(this.#rows)
    this.#rows = rows
    const letters = new Uint32Array(depth)
    letters.set(this.#letters)
    this.#letters = letters
    const nearest = new Uint8Array(depth)
    nearest.set(this.#minDistances)
    this.#minDistances = nearest
  }
}

const numerals = new Map<number, boolean>()

/** Cost of inserting or deleting a letter: digits are never corrected. */
function costOf(letter: number): number {
  if (letter < 0x80) return letter >= 0x30 && letter <= 0x39 ? forbidden : 1
  let numeral = numerals.get(letter)
  if (numeral === undefined) {
    numeral = /\p{N}/u.test(String.fromCodePoint(letter))
    numerals.set(letter, numeral)
  }
  return numeral ? forbidden : 1
}
