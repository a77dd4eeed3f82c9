import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { RecordReader, RecordWriter } from '#platform/large-data'
import type { OsmFeature } from './osm-feature.ts'

// Numbers of a feature's record: number of positions, number of nodes, latitudes and longitudes in turn, node ids.

/** Appends features to a file. */
export function appendFeatures(path: string, features: readonly OsmFeature[]): void {
  const writer = new RecordWriter()
  for (const feature of features) write(writer, feature)
  appendFileSync(path, writer.take())
}

function write(writer: RecordWriter, { line = [], nodes = [], ...rest }: OsmFeature): void {
  writer.add(line.length)
  writer.add(nodes.length)
  writer.addLine(line)
  for (let i = 0; i < nodes.length; i++) writer.add(nodes[i]!)
  writer.end(rest)
}

/** Reads the features of a file, in order. */
function readFeatures(path: string): OsmFeature[] {
  const features: OsmFeature[] = []
  const reader = new RecordReader()
  reader.open(readFileSync(path))
  while (!reader.isAtEnd) {
    const feature = reader.read() as Mutable<OsmFeature>
    const positions = reader.number()
    const nodes = reader.number()
    if (positions > 0) feature.line = reader.line(positions)
    if (nodes > 0) feature.nodes = readIds(reader, nodes)
    features.push(feature)
  }
  return features
}

/** Reads the features of a file, and removes the file. */
export function takeFeatures(path: string): OsmFeature[] {
  const features = readFeatures(path)
  rmSync(path)
  return features
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

function readIds(reader: RecordReader, nodes: number): number[] {
  const ids: number[] = []
  for (let i = 0; i < nodes; i++) ids.push(reader.number())
  return ids
}
