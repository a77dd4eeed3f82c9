import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PbfReader, PbfWriter } from 'pbf'
import { maxBlobBytes, type OsmBlob, OsmPbfFile } from './blobs.ts'
import { readList } from './objects.ts'
import { frameBlob, packBlob } from './packing.ts'

/** Values of `bridge` that the engine's builder understands; it ignores other values. */
const knownBridges = new Set(['yes', 'no', '1'])
/** Galleries are roofs along a slope, which elevation models do not contain. */
const galleries = 'avalanche_protector'

/**
 * Rewrites an extract for the engine's builder: every kind of bridge (`bridge=viaduct`, `movable`,
 * `boardwalk`, ...) becomes `bridge=yes`, avalanche galleries become tunnels. The builder of Valhalla 3.6.1
 * knows only `yes` and `1`; otherwise a road over a viaduct would descend into the valley and climb again.
 * Nothing else changes.
 *
 * @returns `output`, or `path` itself when nothing changes.
 */
export async function normaliseSpans(
  path: string,
  output: string,
  signal?: AbortSignal,
): Promise<string> {
  const file = await OsmPbfFile.open(path)
  let changes = 0
  async function* blobs(): AsyncGenerator<Uint8Array> {
    for await (const blob of file.blobs()) {
      const normalised = blob.type === 'OSMData' ? await normalisedContent(file, blob) : undefined
      if (normalised) changes++
      yield frameBlob(blob.type, normalised ? packBlob(normalised, 1) : await file.readPacked(blob))
    }
  }
  try {
    // One block at a time, since it may have 32 MiB.
    const source = Readable.from(blobs(), { highWaterMark: 1 })
    await pipeline(source, createWriteStream(output), { signal })
  } finally {
    await file.close()
  }
  if (changes > 0) return output
  await rm(output)
  return path
}

async function normalisedContent(file: OsmPbfFile, blob: OsmBlob): Promise<Uint8Array | undefined> {
  const content = await file.read(blob)
  try {
    const normalised = normalisedBlock(content)
    if (normalised && normalised.length > maxBlobBytes)
      throw new RangeError('too large with normalised bridges')
    return normalised
  } catch (cause) {
    throw file.damaged(blob, cause)
  }
}

/** A block with normalised bridges and galleries; undefined when nothing changes. */
function normalisedBlock(block: Uint8Array): Uint8Array | undefined {
  const texts = findTexts(block)
  const { bridge, tunnel } = texts
  if (bridge === undefined && tunnel === undefined) return undefined
  const yes = texts.yes ?? texts.count
  const isSpan = (key: number, value: number): boolean =>
    (key === bridge && !texts.knownBridges.has(value)) ||
    (key === tunnel && texts.galleries.has(value))

  const normalised = replaceFields(block, (tag, group) =>
    tag === 2
      ? replaceFields(group, (tag, way) =>
          tag === 3 ? normalisedWay(way, isSpan, yes) : undefined,
        )
      : undefined,
  )
  if (!normalised || texts.yes !== undefined) return normalised
  return replaceFields(normalised, (tag, table) =>
    tag === 1 ? Buffer.concat([table, field(1, Buffer.from('yes'))]) : undefined,
  )
}

function normalisedWay(
  way: Uint8Array,
  isSpan: (key: number, value: number) => boolean,
  yes: number,
): Uint8Array | undefined {
  const { keys, values } = new PbfReader(way).readFields(
    (tag, into, pbf) => {
      if (tag === 2) readList(pbf, into.keys)
      else if (tag === 3) readList(pbf, into.values)
    },
    { keys: [] as number[], values: [] as number[] },
  )
  const normalised = values.map((value, i) => (isSpan(keys[i]!, value) ? yes : value))
  if (normalised.every((value, i) => value === values[i])) return undefined
  return replaceFields(way, (tag) => {
    if (tag !== 3) return undefined
    const varints = new PbfWriter()
    for (const value of normalised) varints.writeVarint(value)
    return varints.finish()
  })
}

/** Indices of the relevant words in the text table of a block. */
interface KnownTexts {
  /** Number of all texts. */
  count: number
  bridge?: number
  tunnel?: number
  yes?: number
  knownBridges: Set<number>
  galleries: Set<number>
}

function findTexts(block: Uint8Array): KnownTexts {
  const texts: KnownTexts = { count: 0, knownBridges: new Set(), galleries: new Set() }
  new PbfReader(block).readFields((tag, into, pbf) => {
    if (tag === 1) pbf.readMessage(findText, into)
  }, texts)
  return texts
}

function findText(tag: number, texts: KnownTexts, pbf: PbfReader): void {
  if (tag !== 1) return
  const at = texts.count++
  const bytes = pbf.readBytes()
  if (bytes.length > galleries.length) return
  // Latin-1 compares byte for byte, which suffices for ASCII words.
  const text = Buffer.from(bytes).toString('latin1')
  if (text === 'bridge' || text === 'tunnel' || text === 'yes') texts[text] ??= at
  if (knownBridges.has(text)) texts.knownBridges.add(at)
  if (text === galleries) texts.galleries.add(at)
}

/**
 * Replaces length-delimited fields of a message and copies all others. Undefined when `replace` returns
 * nothing for every field.
 */
function replaceFields(
  message: Uint8Array,
  replace: (tag: number, value: Uint8Array) => Uint8Array | undefined,
): Uint8Array | undefined {
  const reader = new PbfReader(message)
  let replaced: GrowingBytes | undefined
  let copied = 0
  while (reader.pos < reader.length) {
    const from = reader.pos
    const key = reader.readVarint()
    if ((key & 7) !== 2) {
      reader.skip(key)
      continue
    }
    const replacement = replace(key >>> 3, reader.readBytes())
    if (!replacement) continue
    replaced ??= new GrowingBytes(message.length + 64)
    replaced.add(message.subarray(copied, from))
    replaced.add(field(key >>> 3, replacement))
    copied = reader.pos
  }
  if (reader.pos > reader.length) throw new RangeError('a field reaches beyond its message')
  replaced?.add(message.subarray(copied))
  return replaced?.bytes()
}

/** A growing buffer, for concatenating millions of chunks. */
class GrowingBytes {
  #bytes: Uint8Array
  #length = 0

  constructor(expected: number) {
    this.#bytes = new Uint8Array(expected)
  }

  add(piece: Uint8Array): void {
    const needed = this.#length + piece.length
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(2 * needed)
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(piece, this.#length)
    this.#length = needed
  }

  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }
}

function field(tag: number, value: Uint8Array): Uint8Array {
  const pbf = new PbfWriter(new Uint8Array(value.length + 16))
  pbf.writeBytesField(tag, value)
  return pbf.finish()
}
