import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { zstdCompressSync } from 'node:zlib'
import { ByteWriter } from '../format/bytes.ts'
import { KeyBlockWriter } from '../format/key-block.ts'
import { hotPlaces, type SectionName, sectionNames } from '../format/layout.ts'
import { SymbolTable } from '../format/place-codes.ts'
import { encodePlaces } from '../format/place-encoder.ts'
import { tailNamespace } from '../format/tails.ts'
import { namespaces } from '../gazetteer.ts'
import type { IndexedPlace } from '../place.ts'
import { AreaTreeWriter } from './area-tree.ts'
import { assemble } from './assemble.ts'
import { DictionaryWriter } from './dictionary-writer.ts'
import { DocumentWriter, ParentResolver, sortedHouses } from './document-writer.ts'
import { Extent } from './extent.ts'
import { defaultThresholds, type HotList, HotPrefixes, type HotThresholds } from './hot-prefixes.ts'
import { NearbyTreeWriter } from './nearby-tree.ts'
import { SectionFile } from './section-file.ts'
import { PlaceSpill, shapeOf } from './spill.ts'
import { TailList } from './tail-list.ts'
import { TermRuns } from './term-runs.ts'

export interface WritePackOptions {
  /** For scratch files, which are gone afterwards; made when it is not there. */
  folder: string
  /** Who made the data; stands in the header. */
  attribution: string
  signal?: AbortSignal
  /** Told how much of the work is done, 0 to 1. */
  onProgress?(fraction: number): void
  /** When a prefix is hot; by default as docs/places-pack.md says. */
  hot?: HotThresholds
}

/** Between two turns of the event loop, where a signal can arrive. */
const placesOfTurn = 1000
const termsOfTurn = 5000

/**
 * Writes places and the terms they are found by into a pack. The places come in any order; an area
 * must be among them when another place has it as a parent. Equal places give equal bytes, whatever
 * their order. Memory is bounded but for some 100 bytes a place and 30 a house.
 *
 * @returns How many places there are and the size in bytes.
 * @throws Error that names the place which cannot be written; the signal's reason.
 */
export async function writePack(
  path: string,
  places: AsyncIterable<IndexedPlace> | Iterable<IndexedPlace>,
  options: WritePackOptions,
): Promise<{ count: number; size: number }> {
  await mkdir(options.folder, { recursive: true })
  const folder = await mkdtemp(join(options.folder, 'pack-'))
  try {
    const writing = new PackWriting(folder, options)
    try {
      await writing.take(places)
      await writing.writeDocuments()
      await writing.writeTerms()
      return writing.assemble(path)
    } finally {
      writing.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A pack in memory: for small ones, as in tests. */
export async function packOf(
  places: AsyncIterable<IndexedPlace> | Iterable<IndexedPlace>,
  options: Partial<WritePackOptions> = {},
): Promise<Uint8Array> {
  const folder = mkdtempSync(join(options.folder ?? tmpdir(), 'cairn-pack-'))
  try {
    const path = join(folder, 'places.pack')
    await writePack(path, places, { attribution: '', ...options, folder })
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

class PackWriting {
  readonly #options: WritePackOptions
  readonly #spill: PlaceSpill
  readonly #terms: TermRuns
  readonly #sections: Record<SectionName, SectionFile>
  readonly #box = new Extent()
  #order: Uint32Array = new Uint32Array(0)
  #docIds: Uint32Array = new Uint32Array(0)
  #parents!: ParentResolver
  #symbols!: SymbolTable
  #documents!: DocumentWriter
  #dictionary!: DictionaryWriter
  #nearby!: Buffer
  #areas!: Buffer

  constructor(folder: string, options: WritePackOptions) {
    this.#options = options
    this.#spill = new PlaceSpill(folder)
    this.#terms = new TermRuns(folder)
    const files = sectionNames.map((name) => [name, new SectionFile(join(folder, name))])
    this.#sections = Object.fromEntries(files)
  }

  async take(places: AsyncIterable<IndexedPlace> | Iterable<IndexedPlace>): Promise<void> {
    for await (const { place, terms } of places) {
      this.#terms.add(this.#spill.count, new Set(terms))
      this.#spill.add(place)
      this.#box.add(place)
      if (this.#spill.count % placesOfTurn === 0) await this.#turn()
    }
    this.#order = this.#spill.order()
    this.#docIds = new Uint32Array(this.#order.length)
    for (const [docId, number] of this.#order.entries()) this.#docIds[number] = docId
    await this.#turn(0.4)
  }

  async writeDocuments(): Promise<void> {
    const { documents, houses, tree, shapes } = this.#sections
    this.#symbols = new SymbolTable(this.#symbolList())
    this.#parents = new ParentResolver(this.#spill, this.#docIds)
    this.#documents = new DocumentWriter(documents, houses, this.#symbols)
    const nearby = new NearbyTreeWriter()
    const areas = new AreaTreeWriter(shapes)
    for (const [docId, number] of this.#order.entries()) {
      const place = this.#spill.place(number)
      const sorted = sortedHouses(place)
      const span = this.#documents.add(place, this.#parents.of(place), sorted)
      nearby.add({ ...place, ...(sorted && { houses: sorted }) }, docId, span)
      const shape = shapeOf(place)
      if (shape) areas.add(shape, docId)
      if (docId % placesOfTurn === 0) await this.#turn(0.4 + (0.25 * docId) / this.#order.length)
    }
    this.#documents.finish()
    this.#nearby = nearby.write(tree, this.#symbols)
    this.#areas = areas.write(tree)
    await this.#turn(0.7)
  }

  async writeTerms(): Promise<void> {
    const { dictionary, postings } = this.#sections
    this.#dictionary = new DictionaryWriter(dictionary, postings)
    const hot = new HotPrefixes(this.#options.hot ?? defaultThresholds)
    const tails = new TailList()
    let done = 0
    for (const { key, places } of this.#terms.sorted()) {
      if (key >= `${tailNamespace}:`) throw new Error(`no namespace of terms: ${key}`)
      const docIds = places.map((number) => this.#docIds[number]!).sort()
      this.#dictionary.add(key, docIds)
      hot.add(key, docIds)
      if (key.startsWith(`${namespaces.word}:`)) tails.add(key.slice(2), docIds[0]!)
      if (++done % termsOfTurn === 0) await this.#turn(0.7 + 0.2 * (1 - 1 / (1 + done / 1e6)))
    }
    tails.write(this.#dictionary)
    this.#dictionary.finish()
    await this.#turn(0.9)
    await this.#writeRoot(hot.lists())
  }

  async #writeRoot(hot: readonly HotList[]): Promise<void> {
    const out = new ByteWriter()
    const symbols = this.#symbolList()
    out.varint(symbols.length)
    for (const symbol of symbols) out.text(symbol)
    const { blocks } = this.#dictionary
    out.varint(blocks.length)
    for (const { firstKey, length, minDocId } of blocks) {
      out.text(firstKey)
      out.varint(length)
      out.varint(minDocId)
    }
    out.varint(this.#documents.blocks.length)
    for (const length of this.#documents.blocks) out.varint(length)
    const directory = await this.#writeHot(hot)
    out.varint(directory.length)
    out.bytes(directory)
    out.bytes(this.#nearby)
    out.bytes(this.#areas)
    this.#sections.root.unit(zstdCompressSync(out.view()))
  }

  /** The lists of hot prefixes with their first places; gives the directory of them. */
  async #writeHot(lists: readonly HotList[]): Promise<Buffer> {
    const directory = new KeyBlockWriter()
    const out = new ByteWriter()
    const sorted = lists
      .map((list) => ({ key: Buffer.from(list.prefix), docIds: list.docIds }))
      .sort((a, b) => a.key.compare(b.key))
    for (const [i, { key, docIds }] of sorted.entries()) {
      out.varint(docIds.length)
      for (const [n, docId] of docIds.entries()) {
        out.varint(n === 0 ? docId : docId - docIds[n - 1]! - 1)
      }
      out.bytes(zstdCompressSync(this.#rendered(docIds.subarray(0, hotPlaces))))
      const bytes = out.take()
      const offset = this.#sections.hot.unit(bytes)
      out.varint(offset)
      out.varint(bytes.length + 4)
      directory.add(key, out.take())
      if (i % 100 === 0) await this.#turn(0.9 + (0.1 * i) / sorted.length)
    }
    return directory.take()
  }

  #rendered(docIds: Uint32Array): Buffer {
    const records = Array.from(docIds, (docId) => {
      const place = this.#spill.place(this.#order[docId]!)
      const houses = this.#documents.housesOf(docId)
      return { facts: place, parents: this.#parents.of(place), ...(houses && { houses }) }
    })
    return encodePlaces(records, this.#symbols)
  }

  assemble(path: string): { count: number; size: number } {
    const facts = {
      count: this.#spill.count,
      bounds: this.#box.bounds,
      attribution: this.#options.attribution,
    }
    const size = assemble(path, facts, this.#sections)
    this.#options.onProgress?.(1)
    return { count: facts.count, size }
  }

  /** Those used more than once, most used first. */
  #symbolList(): string[] {
    return [...this.#spill.census.symbols]
      .filter(([, count]) => count > 1)
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .slice(0, 4096)
      .map(([symbol]) => symbol)
  }

  close(): void {
    this.#spill.close()
    for (const name of sectionNames) this.#sections[name].close()
  }

  async #turn(fraction?: number): Promise<void> {
    await nextTurn()
    this.#options.signal?.throwIfAborted()
    if (fraction !== undefined) this.#options.onProgress?.(fraction)
  }
}
