import type { ByteReader, ByteWriter } from './bytes.ts'

/** Writes scaled positions, each as the difference to the one before. */
export class PositionWriter {
  readonly #out: ByteWriter
  #lat: number
  #lon: number

  /** @param lat What the first position differs from, as `lon`. */
  constructor(out: ByteWriter, lat = 0, lon = 0) {
    this.#out = out
    this.#lat = lat
    this.#lon = lon
  }

  write(lat: number, lon: number): void {
    this.#out.signed(lat - this.#lat)
    this.#out.signed(lon - this.#lon)
    this.#lat = lat
    this.#lon = lon
  }
}

/** Reads what {@link PositionWriter} wrote. */
export class PositionReader {
  readonly #from: ByteReader
  /** Of the position read last. */
  lat: number
  lon: number

  constructor(from: ByteReader, lat = 0, lon = 0) {
    this.#from = from
    this.lat = lat
    this.lon = lon
  }

  next(): void {
    this.lat += this.#from.signed()
    this.lon += this.#from.signed()
  }
}
