/** A position in degrees. */
interface Position {
  lat: number
  lon: number
}

// Layout of a record: count of its numbers and bytes of its JSON, as uint32; its numbers as doubles of this machine;
// its JSON.
const headerBytes = 8
const doubleBytes = 8
/** Maximum bytes of UTF-8 for one UTF-16 code unit. */
const maxBytesPerCharacter = 3

/**
 * Writes records one after another. Numbers are binary, because JSON would take several times as long; the rest is
 * JSON.
 */
export class RecordWriter {
  #bytes: Buffer = Buffer.allocUnsafe(64 * 1024)
  #filled = 0
  /** Numbers of the current record. */
  #numbers = new Float64Array(4096)
  #count = 0

  /** Adds a number to the record that the next {@link end} completes. */
  add(nextNumber: number): void {
    if (this.#count === this.#numbers.length) {
      const grown = new Float64Array(2 * this.#count)
      grown.set(this.#numbers)
      this.#numbers = grown
    }
    this.#numbers[this.#count++] = nextNumber
  }

  /** Adds the positions of a line, latitude and longitude in turn. */
  addLine(line: readonly Position[]): void {
    for (let i = 0; i < line.length; i++) {
      this.add(line[i]!.lat)
      this.add(line[i]!.lon)
    }
  }

  /** Completes a record. */
  end(rest: object): void {
    const text = JSON.stringify(rest)
    const numbers = new Uint8Array(this.#numbers.buffer, 0, this.#count * doubleBytes)
    const start = this.#filled + headerBytes
    const textStart = start + numbers.length
    this.#makeRoom(textStart + maxBytesPerCharacter * text.length)
    const textBytes = this.#bytes.write(text, textStart)
    this.#bytes.writeUInt32LE(this.#count, this.#filled)
    this.#bytes.writeUInt32LE(textBytes, this.#filled + 4)
    this.#bytes.set(numbers, start)
    this.#filled = textStart + textBytes
    this.#count = 0
  }

  /** Returns the records since the last call, valid until the next record is completed. */
  take(): Buffer {
    const records = this.#bytes.subarray(0, this.#filled)
    this.#filled = 0
    return records
  }

  #makeRoom(end: number): void {
    if (end <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(2 * end)
    this.#bytes.copy(grown, 0, 0, this.#filled)
    this.#bytes = grown
  }
}

/** Reads the records of a {@link RecordWriter}. */
export class RecordReader {
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  /**
   * Numbers of the current record. They are copied, because in the record's bytes they may not begin at a multiple of
   * 8, as an array must.
   */
  #numbers = new Float64Array(4096)
  #next = 0

  /** Starts at the first of these records. */
  open(records: Buffer): void {
    this.#bytes = records
    this.#at = 0
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /** Reads the next record. @returns Everything but its numbers, which {@link nextNumber} then returns. */
  read(): unknown {
    const count = this.#bytes.readUInt32LE(this.#at)
    const start = this.#at + headerBytes
    const textStart = start + count * doubleBytes
    const end = textStart + this.#bytes.readUInt32LE(this.#at + 4)
    if (count > this.#numbers.length) this.#numbers = new Float64Array(2 * count)
    new Uint8Array(this.#numbers.buffer).set(this.#bytes.subarray(start, textStart))
    this.#next = 0
    this.#at = end
    return JSON.parse(this.#bytes.toString('utf8', textStart, end))
  }

  /** Returns the next number of the record. */
  number(): number {
    return this.#numbers[this.#next++]!
  }

  /** Returns the next `positions` positions of the record. */
  line(positions: number): Position[] {
    const line: Position[] = []
    for (let i = 0; i < positions; i++) line.push({ lat: this.number(), lon: this.number() })
    return line
  }
}
