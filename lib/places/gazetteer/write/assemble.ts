import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import type { Bounds } from '#ground/geo'
import { writeAll } from '#platform/large-data'
import { encodeHeader, type PackHeader, type PackKind } from '../format/header.ts'
import { headerBytes, type SectionName, sectionNames } from '../format/layout.ts'
import type { StoredSection } from './section-file.ts'

const copyBytes = 4 * 1024 * 1024

/** Writes header and sections to one file, which appears whole or not at all, and returns the file's size in bytes. */
export function assemble(
  path: string,
  facts: { kind: PackKind; count: number; bounds: Bounds; attribution: string },
  sections: Readonly<Record<SectionName, StoredSection>>,
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
