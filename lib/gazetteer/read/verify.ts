import { crc32 } from 'node:zlib'
import { sectionNames } from '../format/layout.ts'
import { asUnavailable, damaged } from './errors.ts'
import { openSource } from './open.ts'
import type { RangeSource } from './source.ts'

const pieceBytes = 4 * 1024 * 1024

/**
 * Reads a whole pack and compares each section with its checksum.
 *
 * @throws ApiError `service_unavailable` that says in its cause which section is damaged.
 */
export async function verifyPack(
  source: RangeSource,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const { header } = await openSource(source)
  for (const name of sectionNames) {
    const { offset, length, crc32: expected } = header.sections[name]
    let checksum = 0
    for (let at = 0; at < length; at += pieceBytes) {
      signal?.throwIfAborted()
      const range = { start: offset + at, end: offset + Math.min(length, at + pieceBytes) }
      const bytes = await source.read(range, signal).catch((error: unknown) => {
        throw asUnavailable(error)
      })
      checksum = crc32(bytes, checksum)
    }
    if (checksum !== expected) throw damaged(source.name, `its section ${name}`)
  }
}
