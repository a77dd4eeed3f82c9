import { editDistance } from './edit-distance.ts'

/** Texts of one length. */
interface TextsOfLength {
  texts: string[]
  /** Position of each text among all. */
  positions: number[]
  /** Of each text: see {@link lettersOf}; made when texts of the length are first compared. */
  letters?: Int32Array
}

interface SimilarText {
  text: string
  position: number
  edits: number
}

/** Texts by length in UTF-16 units, to find those that another text may be a slip of. */
export class SimilarTexts {
  readonly #byLength = new Map<number, TextsOfLength>()

  constructor(texts: Iterable<string>) {
    let position = 0
    for (const text of texts) {
      let ofLength = this.#byLength.get(text.length)
      if (!ofLength) {
        ofLength = { texts: [], positions: [] }
        this.#byLength.set(text.length, ofLength)
      }
      ofLength.texts.push(text)
      ofLength.positions.push(position++)
    }
  }

  /** The text that is the fewest edits from one: of several the shortest, of those the first. */
  nearest(text: string, maxEdits: number): SimilarText | undefined {
    let nearest = undefined as SimilarText | undefined
    this.#visit(text, maxEdits, (similar) => {
      nearest = similar
      return similar.edits - 1
    })
    return nearest
  }

  /** All texts within some edits of one, in their order. */
  within(text: string, maxEdits: number): string[] {
    const found: SimilarText[] = []
    this.#visit(text, maxEdits, (similar) => {
      found.push(similar)
      return maxEdits
    })
    return found.sort((a, b) => a.position - b.position).map(({ text }) => text)
  }

  /** Visits the texts within some edits of one; `visit` returns the edits allowed from then on. */
  #visit(text: string, maxEdits: number, visit: (similar: SimilarText) => number): void {
    const letters = lettersOf(text)
    let max = maxEdits
    for (let length = text.length - max; length <= text.length + max; length++) {
      const ofLength = this.#byLength.get(length)
      if (!ofLength) continue
      ofLength.letters ??= Int32Array.from(ofLength.texts, lettersOf)
      for (let i = 0; i < ofLength.texts.length; i++) {
        // Each edit removes at most one letter and adds at most one.
        const different = letters ^ ofLength.letters[i]!
        if (bits(different) > 2 * max || bits(different & letters) > max) continue
        if (bits(different & ~letters) > max) continue
        const other = ofLength.texts[i]!
        const edits = editDistance(text, other, max)
        if (edits !== undefined)
          max = visit({ text: other, position: ofLength.positions[i]!, edits })
      }
    }
  }
}

/** The letters of a text as a set of 32 bits, some of which stand for several letters. */
function lettersOf(text: string): number {
  let set = 0
  for (let i = 0; i < text.length; i++) set |= 1 << (text.charCodeAt(i) & 31)
  return set
}

/** Number of bits that are set, added up in parallel: pairs, groups of four, bytes, all. */
function bits(set: number): number {
  const pairs = set - ((set >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
