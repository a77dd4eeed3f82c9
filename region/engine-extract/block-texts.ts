import { PbfReader } from 'pbf'
import { cleanName } from '#platform/safe-text'
import { bytesField, GrowingBytes, replaceFields } from './fields.ts'

const textTableField = 1
const textField = 1

/** Text table of a block that accepts new texts. */
export class BlockTexts {
  readonly #block: Buffer
  /** Start and end of each text in the block. */
  #ranges = new Uint32Array(2048)
  #count = 0
  readonly #added: string[] = []
  readonly #decoded: string[] = []
  #indices: Map<string, number> | undefined

  constructor(block: Uint8Array) {
    this.#block = Buffer.from(block.buffer, block.byteOffset, block.length)
    new PbfReader(block).readFields((tag, _, pbf) => {
      if (tag === textTableField)
        pbf.readMessage((tag, _, pbf) => this.#addRange(tag, pbf), undefined)
    }, undefined)
  }

  #addRange(tag: number, pbf: PbfReader): void {
    if (tag !== textField) return
    if (2 * this.#count === this.#ranges.length) {
      const larger = new Uint32Array(2 * this.#ranges.length)
      larger.set(this.#ranges)
      this.#ranges = larger
    }
    const length = pbf.readVarint()
    this.#ranges.set([pbf.pos, pbf.pos + length], 2 * this.#count++)
    pbf.pos += length
  }

  #decode(index: number, encoding: BufferEncoding): string {
    return this.#block.toString(encoding, this.#ranges[2 * index], this.#ranges[2 * index + 1])
  }

  /** Returns the indices of the words that the table contains. Words must be ASCII. */
  findIndices(words: ReadonlySet<string>): Set<number> {
    const longest = Math.max(0, ...[...words].map((word) => word.length))
    const indices = new Set<number>()
    for (let i = 0; i < this.#count; i++) {
      if (this.#ranges[2 * i + 1]! - this.#ranges[2 * i]! > longest) continue
      // Latin-1 compares byte for byte, which suffices for ASCII words.
      if (words.has(this.#decode(i, 'latin1'))) indices.add(i)
    }
    return indices
  }

  at(index: number): string {
    if (!(index < this.#count)) throw new RangeError(`no text ${index} in the block`)
    this.#decoded[index] ??= this.#decode(index, 'utf8')
    return this.#decoded[index]
  }

  /** Returns the index of a text, which is added if it is missing. */
  findOrAddIndex(text: string): number {
    this.#indices ??= this.#indexed()
    const known = this.#indices.get(text)
    if (known !== undefined) return known
    const index = this.#count + this.#added.push(text) - 1
    this.#indices.set(text, index)
    return index
  }

  #indexed(): Map<string, number> {
    const indices = new Map<string, number>()
    for (let i = 0; i < this.#count; i++) indices.set(this.at(i), i)
    return indices
  }

  /** Returns the block with the added texts. */
  extendBlock(block: Uint8Array): Uint8Array {
    if (this.#added.length === 0) return block
    return (
      replaceFields(block, (tag, table) => {
        if (tag !== textTableField) return undefined
        const longer = new GrowingBytes(table.length + 32 * this.#added.length)
        longer.add(table)
        for (const text of this.#added) longer.add(bytesField(textField, Buffer.from(text)))
        return longer.bytes()
      }) ?? block
    )
  }
}

const plainAscii = /^[\x20-\x7e]{0,255}$/

/**
 * Cleans the texts of a block into names of one line without control characters (`cleanName`), under the same indices.
 * Returns undefined if they are clean already, as in nearly every block.
 */
export function cleanTexts(block: Uint8Array): Uint8Array | undefined {
  return replaceFields(block, (tag, table) =>
    tag === textTableField ? replaceFields(table, cleanText) : undefined,
  )
}

function cleanText(tag: number, bytes: Uint8Array): Uint8Array | undefined {
  if (tag !== textField) return undefined
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (plainAscii.test(text.toString('latin1'))) return undefined
  const decoded = text.toString()
  const clean = cleanName(decoded)
  return clean === decoded ? undefined : Buffer.from(clean)
}
