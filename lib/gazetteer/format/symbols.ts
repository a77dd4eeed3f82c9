import type { ByteReader, ByteWriter } from './bytes.ts'

/**
 * Texts that many places share: languages, categories, country codes. They are written as numbers; a text
 * that is not in the table is written out.
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
