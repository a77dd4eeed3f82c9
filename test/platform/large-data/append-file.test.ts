import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppendFile } from '#platform/large-data'

const mebibyte = 2 ** 20

describe('an append file', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'cairn-append-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('contains all pieces in their order, and returns them while it grows', () => {
    const file = new AppendFile(join(folder, 'pieces'))
    // Sizes below, at and above the size of the buffer.
    const sizes = [1, 700_000, 400_000, mebibyte, mebibyte + 1, 0, 3]
    const places: { offset: number; piece: Buffer }[] = []
    for (const [i, size] of sizes.entries()) {
      const piece = Buffer.alloc(size, i + 1)
      places.push({ offset: file.length, piece })
      file.append(piece)
      for (const { offset, piece } of places)
        expect(file.read(offset, piece.length).equals(piece)).toBe(true)
    }
    const all = Buffer.concat(places.map(({ piece }) => piece))
    expect(file.length).toBe(all.length)
    file.close()
    expect(readFileSync(file.path).equals(all)).toBe(true)
  })

  test('reads into the given memory when it is large enough', () => {
    const file = new AppendFile(join(folder, 'memory'))
    file.append(Buffer.from('abcdef'))
    const memory = Buffer.alloc(3)
    expect(file.read(2, 3, memory).buffer).toBe(memory.buffer)
    expect(memory.toString()).toBe('cde')
    expect(file.read(1, 4, memory).toString()).toBe('bcde')
    file.close()
  })

  test('throws when another process has truncated it', () => {
    const file = new AppendFile(join(folder, 'cut'))
    file.append(Buffer.from('abcdef'))
    file.flush()
    truncateSync(file.path, 4)
    expect(() => file.read(2, 4)).toThrow(RangeError)
    file.close()
  })

  test('can be removed with unwritten data', () => {
    const file = new AppendFile(join(folder, 'removed'))
    file.append(Buffer.from('abc'))
    file.remove()
    expect(existsSync(file.path)).toBe(false)
  })
})
