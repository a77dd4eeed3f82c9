import type { ByteSpan, UnitDecoder } from '../format/unit.ts'
import type { FileLayout } from './file-layout.ts'
import type { UnitStore } from './unit-store.ts'

/** Reads units of the `tree` section from the file that contains them. */
export class TreeUnits {
  readonly #units: UnitStore
  readonly #layout: Pick<FileLayout, 'treeSpan'>

  constructor(units: UnitStore, layout: Pick<FileLayout, 'treeSpan'>) {
    this.#units = units
    this.#layout = layout
  }

  get<T>(
    decoder: UnitDecoder<T>,
    spans: readonly ByteSpan[],
    signal?: AbortSignal,
  ): T[] | Promise<T[]> {
    const located = spans.map((span) => this.#layout.treeSpan(span))
    return this.#units.get(decoder, located, signal)
  }
}
