import { distanceMeters, type LatLon } from '#ground/geo'

/** Returns positions along a line at the given spacing, and its end. */
export function sampleEvery(line: readonly LatLon[], spacingMeters: number): LatLon[] {
  const samples = [line[0]!]
  let left = spacingMeters
  for (let i = 1; i < line.length; i++) {
    let from = line[i - 1]!
    const to = line[i]!
    let length = distanceMeters(from, to)
    while (length >= left) {
      const share = left / length
      from = {
        lat: from.lat + (to.lat - from.lat) * share,
        lon: from.lon + (to.lon - from.lon) * share,
      }
      samples.push(from)
      length -= left
      left = spacingMeters
    }
    left -= length
  }
  return [...samples, line.at(-1)!]
}

/** Moves positions by a normal distribution with the given metres (root mean square of the distance). */
export function withNoise(line: LatLon[], meters: number, random: () => number): LatLon[] {
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()) * Math.SQRT1_2
  return line.map(({ lat, lon }) => ({
    lat: lat + (normal() * meters) / 111_195,
    lon: lon + (normal() * meters) / (111_195 * Math.cos((lat * Math.PI) / 180)),
  }))
}
