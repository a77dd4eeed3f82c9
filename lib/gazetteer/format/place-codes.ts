import { type PlaceType, placeTypes } from '../place.ts'
import type { ByteReader, ByteWriter } from './bytes.ts'

/**
 * What a pack's places have in common: languages, categories, country codes. They are written as
 * numbers; what is not in the table is written out.
 */
export class SymbolTable {
  readonly #symbols: readonly string[]
  readonly #numbers = new Map<string, number>()

  constructor(symbols: readonly string[]) {
    this.#symbols = symbols
    for (const [i, symbol] of symbols.entries()) this.#numbers.set(symbol, i + 1)
  }

  write(out: ByteWriter, symbol: string): void {
    const number = this.#numbers.get(symbol) ?? 0
    out.varint(number)
    if (number === 0) out.text(symbol)
  }

  read(from: ByteReader): string {
    const number = from.varint()
    if (number === 0) return from.text()
    const symbol = this.#symbols[number - 1]
    if (symbol === undefined) throw new RangeError(`no symbol ${number}`)
    return symbol
  }
}

const idPrefixes = ['', 'osm:node/', 'osm:way/', 'osm:relation/'] as const

/** An id as the number of its prefix and a whole number, or as a text. */
export function writeId(out: ByteWriter, id: string): void {
  const kind = idPrefixes.findIndex((prefix, i) => i > 0 && id.startsWith(prefix))
  const number = kind > 0 ? Number(id.slice(idPrefixes[kind]!.length)) : Number.NaN
  if (Number.isSafeInteger(number) && number >= 0 && id === `${idPrefixes[kind]}${number}`) {
    out.byte(kind)
    out.varint(number)
  } else {
    out.byte(0)
    out.text(id)
  }
}

export function readId(from: ByteReader): string {
  const kind = from.byte()
  if (kind === 0) return from.text()
  const prefix = idPrefixes[kind]
  if (prefix === undefined) throw new RangeError(`no id of kind ${kind}`)
  return prefix + from.varint()
}

export function typeCode(type: PlaceType): number {
  return placeTypes.indexOf(type)
}

export function typeOfCode(code: number): PlaceType {
  const type = placeTypes[code]
  if (!type) throw new RangeError(`no place type ${code}`)
  return type
}
