import { appendFileSync, readFileSync } from 'node:fs'
import type { LatLon } from '../../lib/geo/index.ts'
import type { OsmFeature } from './osm-feature.ts'

// A feature: how many positions and nodes it has and the bytes of its JSON, as uint32; then positions (latitude and
// longitude in turn) and ids of nodes as doubles of this machine, which are most of it; then the JSON of all else.
const headerBytes = 12
const doubleBytes = 8
/** Of UTF-8, for one unit of a string. */
const maxBytesPerCharacter = 3

/** Appends features to a file. */
export function appendFeatures(path: string, features: readonly OsmFeature[]): void {
  let filled = 0
  for (const feature of features) filled = encode(feature, filled)
  appendFileSync(path, encoded.subarray(0, filled))
}

/** Features on their way to a file. */
let encoded: Buffer = Buffer.allocUnsafe(1024 * 1024)

function makeRoom(end: number): void {
  if (end <= encoded.length) return
  const grown = Buffer.allocUnsafe(2 * end)
  encoded.copy(grown)
  encoded = grown
}

/** The numbers of one feature at a time: in a file they do not begin at multiples of 8 bytes, as an array has to. */
let numbers = new Float64Array(4096)

/** The bytes of the first `count` numbers, for which it makes room. */
function bytesOfNumbers(count: number): Uint8Array {
  if (count > numbers.length) numbers = new Float64Array(2 * count)
  return new Uint8Array(numbers.buffer, 0, count * doubleBytes)
}

/** Writes a feature from this byte on. @returns Its end. */
function encode({ line = [], nodes = [], ...rest }: OsmFeature, start: number): number {
  const json = JSON.stringify(rest)
  const bytes = bytesOfNumbers(2 * line.length + nodes.length)
  let filled = 0
  for (let i = 0; i < line.length; i++) {
    numbers[filled++] = line[i]!.lat
    numbers[filled++] = line[i]!.lon
  }
  for (let i = 0; i < nodes.length; i++) numbers[filled++] = nodes[i]!
  makeRoom(start + headerBytes + bytes.length + maxBytesPerCharacter * json.length)
  const jsonStart = start + headerBytes + bytes.length
  const jsonBytes = encoded.write(json, jsonStart)
  let at = start
  for (const count of [line.length, nodes.length, jsonBytes]) at = encoded.writeUInt32LE(count, at)
  encoded.set(bytes, at)
  return jsonStart + jsonBytes
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
