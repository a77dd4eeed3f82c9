/** A typed array that grows. */
export class Column<T extends Float64Array | Uint32Array | Int32Array> {
  #values: T
  length = 0
  readonly #make: (length: number) => T

  constructor(make: (length: number) => T) {
    this.#make = make
    this.#values = make(1024)
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const grown = this.#make(2 * this.length)
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.length++] = value
  }

  /** @param added Number added to each value. */
  pushAll(values: ArrayLike<number>, added = 0): void {
    for (let i = 0; i < values.length; i++) this.push(values[i]! + added)
  }

  at(index: number): number {
    return this.#values[index]!
  }

  /** Returns a view of the values, not a copy. */
  values(): T {
    return this.#values.subarray(0, this.length) as T
  }
}

export const createFloat64Column = () => new Column((length) => new Float64Array(length))
export const createUint32Column = () => new Column((length) => new Uint32Array(length))
export const createInt32Column = () => new Column((length) => new Int32Array(length))
