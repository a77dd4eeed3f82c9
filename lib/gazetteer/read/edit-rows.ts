/** More than any distance that counts: what an edit of a digit costs. */
const never = 100

/**
 * Optimal string alignment distance from one word to sorted others, row by row: words with a common
 * beginning share its rows (Wagner and Fischer 1974, with transpositions as in Damerau 1964).
 */
export class EditRows {
  readonly #word: Uint32Array
  readonly #edits: number
  readonly #prefix: boolean
  readonly #width: number
  readonly #start: number
  /** By depth in characters. */
  #rows: Uint8Array
  #letters = new Uint32Array(64)
  /** By depth: the least distance of any beginning so far. */
  #nearest = new Uint8Array(64)
  /** Where the characters begin: depth by bytes of the key. */
  #depths = new Uint16Array(512)
  #settledFrom = Number.POSITIVE_INFINITY
  /** First character of the word. */
  readonly first: string
  /** Its characters, each once. */
  readonly letters: ReadonlySet<string>
  /** Of the key followed last; of one that is too far away, more than the edits allowed. */
  distance = never

  /**
   * @param prefix Keys may go on after what is compared.
   * @param start Bytes of a key before its letters.
   */
  constructor(word: string, edits: number, prefix: boolean, start = 0) {
    this.#start = start
    const characters = [...word]
    this.first = characters[0] ?? ''
    this.letters = new Set(characters)
    this.#word = Uint32Array.from(characters, (character) => character.codePointAt(0)!)
    this.#edits = edits
    this.#prefix = prefix
    this.#width = this.#word.length + 1
    this.#rows = new Uint8Array(64 * this.#width)
    this.rewind()
  }

  /** Forgets the keys followed so far. */
  rewind(): void {
    this.#rows[0] = 0
    for (let i = 1; i < this.#width; i++) {
      this.#rows[i] = Math.min(never, this.#rows[i - 1]! + costOf(this.#word[i - 1]!))
    }
    this.#nearest[0] = this.#rows[this.#width - 1]!
    this.#settledFrom = Number.POSITIVE_INFINITY
    this.distance = never
  }

  /** Whether the key followed last is near enough as it is. */
  get isNear(): boolean {
    return this.distance <= this.#edits
  }

  /** Whether a key that begins like this can be near enough. */
  mayHold(beginning: string): boolean {
    this.rewind()
    const bytes = Buffer.from(beginning)
    return this.follow(bytes, 0, bytes.length) === Number.POSITIVE_INFINITY
  }

  /**
   * Follows a key that shares its bytes before `shared` with the one followed last. Gives after how
   * many bytes it is too far away, whatever comes; infinity when it need not be.
   */
  follow(key: Uint8Array, shared: number, length: number): number {
    if (shared >= this.#settledFrom) return Number.POSITIVE_INFINITY
    this.#settledFrom = Number.POSITIVE_INFINITY
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
      const least = this.#row(depth, letter)
      if (least <= this.#edits) continue
      if (this.#prefix && this.#nearest[depth]! <= this.#edits) {
        this.#settledFrom = at
        break
      }
      this.distance = never
      return at
    }
    this.distance = this.#prefix
      ? this.#nearest[depth]!
      : this.#rows[depth * this.#width + this.#width - 1]!
    return Number.POSITIVE_INFINITY
  }

  /** The row of a letter; gives its least value. */
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
    let least = Math.min(never, rows[above]! + cost)
    rows[row] = least
    for (let i = 1; i < width; i++) {
      const own = word[i - 1]!
      let value: number
      if (own === letter) value = rows[above + i - 1]!
      else {
        const ownCost = costOf(own)
        value = Math.min(
          never,
          rows[above + i]! + cost,
          rows[row + i - 1]! + ownCost,
          rows[above + i - 1]! + Math.max(cost, ownCost),
        )
        if (i > 1 && before === own && word[i - 2] === letter && cost === 1 && ownCost === 1) {
          value = Math.min(value, rows[above - width + i - 2]! + 1)
        }
      }
      rows[row + i] = value
      if (value < least) least = value
    }
    this.#nearest[depth] = Math.min(this.#nearest[depth - 1]!, rows[row + width - 1]!)
    return least
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
    nearest.set(this.#nearest)
    this.#nearest = nearest
  }
}

const numerals = new Map<number, boolean>()

/** What it costs to add or take away a letter: digits are never corrected. */
function costOf(letter: number): number {
  if (letter < 0x80) return letter >= 0x30 && letter <= 0x39 ? never : 1
  let numeral = numerals.get(letter)
  if (numeral === undefined) {
    numeral = /\p{N}/u.test(String.fromCodePoint(letter))
    numerals.set(letter, numeral)
  }
  return numeral ? never : 1
}
