import type { ByteReader, ByteWriter } from './bytes.ts'

/** Writes scaled positions (integers), each as the difference to the previous one. */
export class PositionWriter {
  readonly #out: ByteWriter
  #lat: number
  #lon: number

  /** @param lat Latitude, as `lon`, of the position that the first one differs from. */
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

/** Reads the positions of a {@link PositionWriter}. */
export class PositionReader {
  readonly #from: ByteReader
  /** Coordinates of the position read last. */
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
