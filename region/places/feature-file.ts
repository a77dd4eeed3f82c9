import { appendFileSync, readFileSync } from 'node:fs'
import type { LatLon } from '../../lib/geo/index.ts'
import type { OsmFeature } from './osm-feature.ts'

// A feature: how many positions and nodes it has and the bytes of its JSON, as uint32; then positions (latitude and
// longitude in turn) and ids of nodes as doubles of this machine, which are most of it; then the JSON of all else.
const headerBytes = 12
const doubleBytes = 8

/** Appends features to a file. */
export function appendFeatures(path: string, features: readonly OsmFeature[]): void {
  appendFileSync(path, Buffer.concat(features.map(encoded)))
}

/** The numbers of one feature at a time: in a file they do not begin at multiples of 8 bytes, as an array has to. */
let numbers = new Float64Array(4096)

/** The bytes of the first `count` numbers, for which it makes room. */
function bytesOfNumbers(count: number): Uint8Array {
  if (count > numbers.length) numbers = new Float64Array(2 * count)
  return new Uint8Array(numbers.buffer, 0, count * doubleBytes)
}

function encoded({ line = [], nodes = [], ...rest }: OsmFeature): Buffer {
  const json = Buffer.from(JSON.stringify(rest))
  const encodedNumbers = bytesOfNumbers(2 * line.length + nodes.length)
  let filled = 0
  for (let i = 0; i < line.length; i++) {
    numbers[filled++] = line[i]!.lat
    numbers[filled++] = line[i]!.lon
  }
  for (let i = 0; i < nodes.length; i++) numbers[filled++] = nodes[i]!
  const bytes = Buffer.allocUnsafe(headerBytes + encodedNumbers.length + json.length)
  let at = 0
  for (const count of [line.length, nodes.length, json.length]) at = bytes.writeUInt32LE(count, at)
  bytes.set(encodedNumbers, at)
  bytes.set(json, at + encodedNumbers.length)
  return bytes
}

/** The features of a file, in their order. */
export function readFeatures(path: string): OsmFeature[] {
  const bytes = readFileSync(path)
  const features: OsmFeature[] = []
  for (let at = 0; at < bytes.length; ) {
    const positions = bytes.readUInt32LE(at)
    const nodes = bytes.readUInt32LE(at + 4)
    const size = bytes.readUInt32LE(at + 8)
    at += headerBytes
    const encodedNumbers = bytesOfNumbers(2 * positions + nodes)
    encodedNumbers.set(bytes.subarray(at, at + encodedNumbers.length))
    at += encodedNumbers.length
    const feature = JSON.parse(bytes.toString('utf8', at, at + size)) as Mutable<OsmFeature>
    at += size
    if (positions > 0) feature.line = lineOf(positions)
    if (nodes > 0) feature.nodes = idsAfter(2 * positions, nodes)
    features.push(feature)
  }
  return features
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** The positions that the numbers begin with. */
function lineOf(positions: number): LatLon[] {
  const line: LatLon[] = []
  for (let i = 0; i < positions; i++) line.push({ lat: numbers[2 * i]!, lon: numbers[2 * i + 1]! })
  return line
}

function idsAfter(start: number, count: number): number[] {
  const ids: number[] = []
  for (let i = start; i < start + count; i++) ids.push(numbers[i]!)
  return ids
}
