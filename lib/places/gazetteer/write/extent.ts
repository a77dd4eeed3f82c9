import type { Bounds } from '#ground/geo'
import type { SourcePlace } from '../place.ts'

/** Computes the bounds of all places added, including their boxes, lines and houses. */
export class Extent {
  #minLat = Infinity
  #minLon = Infinity
  #maxLat = -Infinity
  #maxLon = -Infinity

  add({ lat, lon, box, lines, houses }: SourcePlace): void {
    this.#include(lat, lon)
    if (box) {
      this.#include(box.min_lat, box.min_lon)
      this.#include(box.max_lat, box.max_lon)
    }
    for (const position of lines?.flat() ?? []) this.#include(position.lat, position.lon)
    for (const house of houses ?? []) this.#include(house.lat, house.lon)
  }

  /** Includes the bounds of another extent, which must contain places. */
  addBounds({ min_lat, min_lon, max_lat, max_lon }: Bounds): void {
    this.#include(min_lat, min_lon)
    this.#include(max_lat, max_lon)
  }

  #include(lat: number, lon: number): void {
    this.#minLat = Math.min(this.#minLat, lat)
    this.#minLon = Math.min(this.#minLon, lon)
    this.#maxLat = Math.max(this.#maxLat, lat)
    this.#maxLon = Math.max(this.#maxLon, lon)
  }

  /** Bounds of all places; the point 0, 0 for an empty pack. */
  get bounds(): Bounds {
    if (this.#minLat > this.#maxLat) return { min_lat: 0, min_lon: 0, max_lat: 0, max_lon: 0 }
    return {
      min_lat: this.#minLat,
      min_lon: this.#minLon,
      max_lat: this.#maxLat,
      max_lon: this.#maxLon,
    }
  }
}
