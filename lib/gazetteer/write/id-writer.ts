import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type IdBlockSummary, IdBlockWriter, idKey, idsPerBlock } from '../format/id-block.ts'
import type { SourcePlace } from '../place.ts'
import type { SectionFile } from './section-file.ts'
import { TermRuns } from './term-runs.ts'

/** Digits of a key in base 36: enough for 53 bits. */
const keyDigits = 11

/** Sorts the ids of places and of their houses on disk, and writes them in blocks. */
export class IdWriter {
  readonly #runs: TermRuns

  constructor(folder: string) {
    const ownFolder = join(folder, 'id-runs')
    mkdirSync(ownFolder)
    this.#runs = new TermRuns(ownFolder)
  }

  /** @param position Of the place in the order of input. */
  add(position: number, { id, houses }: SourcePlace): void {
    const keys = [sortKey(id, false)]
    for (const house of houses ?? []) keys.push(sortKey(house.id, true))
    this.#runs.add(position, keys)
  }

  /** Writes the blocks. `turn` is called after each. */
  async write(
    section: SectionFile,
    docIdOf: Uint32Array,
    turn: () => Promise<void>,
  ): Promise<readonly IdBlockSummary[]> {
    const blocks: IdBlockSummary[] = []
    const block = new IdBlockWriter()
    const endBlock = () => {
      const { firstKey } = block
      blocks.push({ firstKey, length: section.appendUnit(block.take()).length })
    }
    for (const { key: text, places } of this.#runs.sorted()) {
      const key = Number.parseInt(text.slice(0, keyDigits), 36)
      if (block.count >= idsPerBlock && key !== block.lastKey) {
        endBlock()
        await turn()
      }
      const isHouse = text.endsWith('h')
      const docIds = places.map((position) => docIdOf[position]!).sort()
      for (const docId of docIds) block.add(key, { docId, isHouse })
    }
    if (block.count > 0) endBlock()
    return blocks
  }
}

/** Sorts as the keys do, and of one key places after houses. */
function sortKey(id: string, isHouse: boolean): string {
  return `${idKey(id).toString(36).padStart(keyDigits, '0')}${isHouse ? 'h' : 'p'}`
}
