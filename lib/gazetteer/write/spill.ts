import { join } from 'node:path'
import { bufferOver } from '../format/bytes.ts'
import { type AreaShape, areaTypes, type SourcePlace } from '../place.ts'
import { checkPlace } from './check-place.ts'
import { float64Column, uint32Column } from './column.ts'
import { AppendFile } from './section-file.ts'

const areas: ReadonlySet<string> = new Set(areaTypes)

/** Counts of the texts that places share. */
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
}

function increment(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Places in a scratch file, in the order they were added; their ids and importances in memory. */
export class PlaceSpill {
  readonly #file: AppendFile
  readonly #offsets = float64Column()
  readonly #importances = float64Column()
  readonly #ids = new IdList()
  readonly census = new Census()
  /** Positions of the areas by id. */
  readonly areas = new Map<string, number>()

  constructor(folder: string) {
    this.#file = new AppendFile(join(folder, 'places.spill'))
    this.#offsets.push(0)
  }

  get count(): number {
    return this.#importances.length
  }

  add(place: SourcePlace): void {
    checkPlace(place)
    if (areas.has(place.type)) this.areas.set(place.id, this.count)
    this.census.add(place)
    this.#importances.push(place.importance)
    this.#ids.push(place.id)
    this.#file.append(Buffer.from(JSON.stringify(place)))
    this.#offsets.push(this.#file.length)
  }

  place(position: number): SourcePlace {
    const start = this.#offsets.at(position)
    const bytes = this.#file.read(start, this.#offsets.at(position + 1) - start)
    return JSON.parse(bytes.toString()) as SourcePlace
  }

  /** Positions by falling importance, then by id. */
  order(): Uint32Array {
    const importances = this.#importances.values()
    const order = Uint32Array.from({ length: this.count }, (_, i) => i)
    order.sort((a, b) => importances[b]! - importances[a]! || this.#ids.compare(a, b))
    for (let i = 1; i < order.length; i++) {
      const [a, b] = [order[i - 1]!, order[i]!]
      if (importances[a] === importances[b] && this.#ids.compare(a, b) === 0) {
        throw new Error(`two places have the id ${this.place(a).id}`)
      }
    }
    return order
  }

  close(): void {
    this.#file.close()
  }
}

/** Ids in one buffer. */
class IdList {
  #bytes: Buffer = Buffer.allocUnsafe(64 * 1024)
  #length = 0
  readonly #ends = uint32Column()

  push(id: string): void {
    const size = Buffer.byteLength(id)
    if (this.#length + size > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(2 * this.#bytes.length + size)
      this.#bytes.copy(grown, 0, 0, this.#length)
      this.#bytes = grown
    }
    this.#bytes.write(id, this.#length)
    this.#length += size
    this.#ends.push(this.#length)
  }

  compare(a: number, b: number): number {
    const startOfA = a > 0 ? this.#ends.at(a - 1) : 0
    const startOfB = b > 0 ? this.#ends.at(b - 1) : 0
    return this.#bytes.compare(
      bufferOver(this.#bytes),
      startOfB,
      this.#ends.at(b),
      startOfA,
      this.#ends.at(a),
    )
  }
}

/** Undefined for a shape without any ring. */
export function shapeOf({ shape }: SourcePlace): AreaShape | undefined {
  return shape?.some((polygon) => polygon.some((ring) => ring.length >= 3)) ? shape : undefined
}
