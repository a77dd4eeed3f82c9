import { PbfWriter } from 'pbf'
import { extent } from './slice.ts'

export type AttributeValue = string | number | boolean
export type Attributes = Readonly<Record<string, AttributeValue>>
export type ShapeType = 'point' | 'line' | 'polygon'

/** One feature of a tile. */
export interface TileFeature {
  type: ShapeType
  attributes: Attributes
  /** Bytes from {@link encodeGeometry}. */
  geometry: Uint8Array
}

export interface TileLayer {
  name: string
  features: readonly TileFeature[]
}

const shapeTypes = { point: 1, line: 2, polygon: 3 } as const
const moveTo = 1
const lineTo = 2
const closePath = 7

const firstTileBytes = 64 * 1024

/** Encodes a vector tile (Mapbox Vector Tile 2.1). */
export function encodeVectorTile(layers: readonly TileLayer[]): Uint8Array {
  const tile = new PbfWriter(new Uint8Array(firstTileBytes))
  for (const layer of layers) tile.writeMessage(3, writeLayer, layer)
  return tile.finish()
}

const chunkBytes = 65_536
/** Buffer shared by many shapes: a separate one for each would take more processor time than its bytes. */
let commands = new PbfWriter(new Uint8Array(chunkBytes))

/**
 * Encodes the drawing commands of a shape as packed varints: zigzag differences between points, from the corner of the
 * tile.
 *
 * @param parts Whole units; rings end with their first point.
 */
export function encodeGeometry(type: ShapeType, parts: readonly Int32Array[]): Uint8Array {
  if (commands.pos > chunkBytes / 2) commands = new PbfWriter(new Uint8Array(chunkBytes))
  const start = commands.pos
  let x = 0
  let y = 0
  const step = (part: Int32Array, i: number) => {
    commands.writeSVarint(part[i]! - x)
    commands.writeSVarint(part[i + 1]! - y)
    x = part[i]!
    y = part[i + 1]!
  }
  for (const part of parts) {
    const end = type === 'polygon' ? part.length - 2 : part.length
    commands.writeVarint((1 << 3) | moveTo)
    step(part, 0)
    if (end > 2) commands.writeVarint((((end - 2) / 2) << 3) | lineTo)
    for (let i = 2; i < end; i += 2) step(part, i)
    if (type === 'polygon') commands.writeVarint((1 << 3) | closePath)
  }
  return commands.buf.subarray(start, commands.pos)
}

/** Numbers values in the order of their first use. */
class Numbering<T> {
  readonly #numbers = new Map<T, number>()

  of(value: T): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(value, number)
    return number
  }

  values(): Iterable<T> {
    return this.#numbers.keys()
  }
}

function writeLayer({ name, features }: TileLayer, pbf: PbfWriter): void {
  const keys = new Numbering<string>()
  const values = new Numbering<AttributeValue>()
  /** Encoded tags by attributes: most features of a layer share their attributes with others. */
  const tagsByAttributes = new Map<Attributes, number[]>()
  pbf.writeVarintField(15, 2)
  pbf.writeStringField(1, name)
  const writeFeature = ({ type, attributes, geometry }: TileFeature, feature: PbfWriter) => {
    let tags = tagsByAttributes.get(attributes)
    if (!tags) {
      tags = []
      for (const key in attributes) tags.push(keys.of(key), values.of(attributes[key]!))
      tagsByAttributes.set(attributes, tags)
    }
    feature.writePackedVarint(2, tags)
    feature.writeVarintField(3, shapeTypes[type])
    feature.writeBytesField(4, geometry)
  }
  for (const feature of features) pbf.writeMessage(2, writeFeature, feature)
  for (const key of keys.values()) pbf.writeStringField(3, key)
  for (const value of values.values()) pbf.writeMessage(4, writeValue, value)
  pbf.writeVarintField(5, extent)
}

function writeValue(value: AttributeValue, pbf: PbfWriter): void {
  if (typeof value === 'string') pbf.writeStringField(1, value)
  else if (typeof value === 'boolean') pbf.writeBooleanField(7, value)
  else if (Number.isInteger(value)) pbf.writeSVarintField(6, value)
  else pbf.writeDoubleField(3, value)
}
