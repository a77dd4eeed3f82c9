import { join } from 'node:path'
import { AppendFile, RecordReader, RecordWriter } from '#platform/large-data'
import { type AreaShape, isAreaType, type SourcePlace } from '../place.ts'
import { checkPlace } from './check-place.ts'
import { createFloat64Column } from './column.ts'
import { readInOrder } from './ordered-reads.ts'
import { PlaceOrder, type StoredOrder } from './place-order.ts'

/** Counts the texts that places share. */
export class Census {
  named = 0
  readonly languages = new Map<string, number>()
  readonly symbols = new Map<string, number>()

  add({ name, names, categories, countryCode }: SourcePlace): void {
    if (name) this.named++
    for (const language in names) {
      increment(this.languages, language)
      increment(this.symbols, language)
    }
    for (const category of categories) increment(this.symbols, category)
    if (countryCode) increment(this.symbols, countryCode)
  }

  append({ named, languages, symbols }: StoredCensus): void {
    this.named += named
    for (const [language, count] of languages) increment(this.languages, language, count)
    for (const [symbol, count] of symbols) increment(this.symbols, symbol, count)
  }
}

function increment(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

export type StoredCensus = Pick<Census, 'named' | 'languages' | 'symbols'>

/** Places in a closed scratch file, and plain data about them. */
export interface StoredSpill {
  path: string
  /** Byte offset of each place, then the end of the file. */
  offsets: Float64Array
  order: StoredOrder
  census: StoredCensus
  areas: ReadonlyMap<string, number>
}

/** Stores places in a scratch file in the order of adding. Properties that decide their docIds stay in memory. */
export class PlaceSpill {
  readonly #file: AppendFile
  readonly #offsets = createFloat64Column()
  readonly #writer = new RecordWriter()
  readonly #reader = new RecordReader()
  readonly #order = new PlaceOrder()
  readonly census = new Census()
  /** Positions of the areas in the order of adding, by id. */
  readonly areas = new Map<string, number>()

  constructor(folder: string) {
    this.#file = new AppendFile(join(folder, 'places.spill'))
    this.#offsets.push(0)
  }

  get count(): number {
    return this.#order.count
  }

  add(place: SourcePlace): void {
    checkPlace(place)
    if (isAreaType(place.type)) this.areas.set(place.id, this.count)
    this.census.add(place)
    this.#order.add(place)
    writeRecord(this.#writer, place)
    this.#file.append(this.#writer.take())
    this.#offsets.push(this.#file.length)
  }

  /** Closes the file and returns the places as plain data. */
  stored(): StoredSpill {
    this.#file.close()
    const { named, languages, symbols } = this.census
    return {
      path: this.#file.path,
      offsets: this.#offsets.values().slice(),
      order: this.#order.stored(),
      census: { named, languages, symbols },
      areas: this.areas,
    }
  }

  /** Adds the places of another thread after those already added, and removes their file. */
  append({ path, offsets, order, census, areas }: StoredSpill): void {
    const [base, start] = [this.count, this.#file.length]
    this.#file.appendFile(path)
    this.#offsets.pushAll(offsets.subarray(1), start)
    this.#order.append(order)
    this.census.append(census)
    for (const [id, position] of areas) this.areas.set(id, base + position)
  }

  place(position: number): SourcePlace {
    const start = this.#offsets.at(position)
    const bytes = this.#file.read(start, this.#offsets.at(position + 1) - start)
    return readRecord(this.#reader, bytes)
  }

  /** Yields all places in the order of the given positions. */
  *places(positions: Uint32Array): Generator<SourcePlace> {
    const locateStretch = (position: number) => {
      const offset = this.#offsets.at(position)
      return { offset, length: this.#offsets.at(position + 1) - offset }
    }
    const read = (offset: number, length: number, memory: Buffer) =>
      this.#file.read(offset, length, memory)
    for (const bytes of readInOrder(positions, locateStretch, read))
      yield readRecord(this.#reader, bytes)
  }

  /** Returns the positions of the places by docId; see {@link PlaceOrder}. */
  order(): Uint32Array {
    const { positions, twin } = this.#order.sorted(this.areas)
    if (twin !== undefined) throw new Error(`two places have the id ${this.place(twin).id}`)
    return positions
  }

  /** Assigns a shard to each place, by position; see {@link PlaceOrder}. */
  shards(maxPlaces: number): Uint32Array {
    return this.#order.shards(this.areas, maxPlaces)
  }

  remove(): void {
    this.#file.remove()
  }
}

/**
 * Writes the record of a place. Its numbers are the number of lines, or -1 without lines, and for each line the
 * number of positions, then their latitudes and longitudes in turn.
 */
function writeRecord(writer: RecordWriter, { lines, ...rest }: SourcePlace): void {
  writer.add(lines?.length ?? -1)
  for (const line of lines ?? []) {
    writer.add(line.length)
    writer.addLine(line)
  }
  writer.end(rest)
}

function readRecord(reader: RecordReader, bytes: Buffer): SourcePlace {
  reader.open(bytes)
  const place = reader.read() as SourcePlace
  const count = reader.number()
  if (count >= 0) place.lines = Array.from({ length: count }, () => reader.line(reader.number()))
  return place
}

/** Returns the shape of a place; undefined if no ring has three positions or more. */
export function selectShape({ shape }: SourcePlace): AreaShape | undefined {
  return shape?.some((polygon) => polygon.some((ring) => ring.length >= 3)) ? shape : undefined
}
