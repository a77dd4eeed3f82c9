import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import type { Bounds } from '../../geo/index.ts'
import {
  formatVersion,
  headerBytes,
  magic,
  type PackHeader,
  type SectionName,
  sectionNames,
} from '../format/layout.ts'
import { type SectionFile, writeAll } from './section-file.ts'

const copyBytes = 4 * 1024 * 1024

/** Puts the header and the sections into one file; the file is there whole or not at all. */
export function assemble(
  path: string,
  facts: { count: number; bounds: Bounds; attribution: string },
  sections: Readonly<Record<SectionName, SectionFile>>,
): number {
  let offset = headerBytes
  const table = {} as PackHeader['sections']
  for (const name of sectionNames) {
    const { length, crc32 } = sections[name]
    table[name] = { offset, length, crc32 }
    offset += length
  }
  const partial = `${path}.partial`
  const file = openSync(partial, 'w')
  try {
    writeAll(file, encodeHeader({ ...facts, size: offset, sections: table }))
    for (const name of sectionNames) {
      const section = sections[name]
      for (let at = 0; at < section.length; at += copyBytes) {
        writeAll(file, section.read(at, Math.min(copyBytes, section.length - at)))
      }
    }
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(partial, path)
  return offset
}

/**
 * Magic, version and length of what follows (uint32), then JSON, then zeros, and in the last four bytes
 * the CRC-32 of all before.
 */
function encodeHeader(header: PackHeader): Buffer {
  const json = Buffer.from(JSON.stringify(header))
  const bytes = Buffer.alloc(headerBytes)
  if (json.length > headerBytes - 20) throw new Error('the attribution of a pack is too long')
  bytes.write(magic)
  bytes.writeUInt32LE(formatVersion, 8)
  bytes.writeUInt32LE(json.length, 12)
  json.copy(bytes, 16)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, headerBytes - 4)), headerBytes - 4)
  return bytes
}
