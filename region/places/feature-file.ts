import { appendFileSync, readFileSync } from 'node:fs'
import type { OsmFeature } from './osm-feature.ts'

// A feature: how many positions and nodes it has and the bytes of its JSON, as uint32; then positions (latitude and
// longitude in turn) and ids of nodes as doubles, which are most of it; then the JSON of all else.
const headerBytes = 12
const doubleBytes = 8

/** Appends features to a file. */
export function appendFeatures(path: string, features: readonly OsmFeature[]): void {
  appendFileSync(path, Buffer.concat(features.map(encoded)))
}

function encoded({ line = [], nodes = [], ...rest }: OsmFeature): Buffer {
  const json = Buffer.from(JSON.stringify(rest))
  const numbersBytes = (2 * line.length + nodes.length) * doubleBytes
  const bytes = Buffer.allocUnsafe(headerBytes + numbersBytes + json.length)
  let at = 0
  for (const count of [line.length, nodes.length, json.length]) at = bytes.writeUInt32LE(count, at)
  for (const { lat, lon } of line) {
    at = bytes.writeDoubleLE(lat, at)
    at = bytes.writeDoubleLE(lon, at)
  }
  for (const node of nodes) at = bytes.writeDoubleLE(node, at)
  bytes.set(json, at)
  return bytes
}

/** The features of a file, in their order. */
export function readFeatures(path: string): OsmFeature[] {
  const bytes = readFileSync(path)
  const features: OsmFeature[] = []
  for (let at = 0; at < bytes.length; ) {
    const [positions, nodes, size] = [0, 4, 8].map((offset) => bytes.readUInt32LE(at + offset))
    at += headerBytes
    const double = (i: number): number => bytes.readDoubleLE(at + i * doubleBytes)
    const line = Array.from({ length: positions! }, (_, i) => {
      return { lat: double(2 * i), lon: double(2 * i + 1) }
    })
    const ids = Array.from({ length: nodes! }, (_, i) => double(2 * positions! + i))
    at += (2 * positions! + nodes!) * doubleBytes
    const rest = JSON.parse(bytes.toString('utf8', at, at + size!)) as OsmFeature
    at += size!
    features.push({ ...rest, ...(positions! > 0 && { line }), ...(nodes! > 0 && { nodes: ids }) })
  }
  return features
}
