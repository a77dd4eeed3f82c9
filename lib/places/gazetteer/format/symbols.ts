import type { ByteReader, ByteWriter } from './bytes.ts'

/**
 * Numbers texts that many places share: languages, categories, country codes. A text in the table is encoded as
 * its number, counted from 1; any other as 0 and the text.
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
