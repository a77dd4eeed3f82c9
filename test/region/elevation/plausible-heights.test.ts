import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assertPlausibleHeights } from '../../../region/elevation/index.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { runs } from '../../setup/suite.ts'

const samples = 301

function tile(heightAt: (row: number, column: number) => number): Buffer {
  const bytes = Buffer.alloc(samples * samples * 2)
  for (let row = 0, at = 0; row < samples; row++)
    for (let column = 0; column < samples; column++, at += 2)
      bytes.writeInt16BE(Math.round(heightAt(row, column)), at)
  return bytes
}

/** Shuffles the heights, by a seeded Fisher-Yates. */
function shuffled(bytes: Buffer, seed = 1): Buffer {
  const heights = new Int16Array(Uint8Array.from(bytes).buffer)
  let state = seed
  for (let i = heights.length - 1; i > 0; i--) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    const j = Math.floor((state / 2 ** 32) * (i + 1))
    ;[heights[i], heights[j]] = [heights[j]!, heights[i]!]
  }
  return Buffer.from(heights.buffer)
}

const turned = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16()
const check = (bytes: Buffer, side = samples) => assertPlausibleHeights('N46E009.hgt', bytes, side)

/** Hills of any height and width, radar noise, and gaps. */
const ground = fc.record({
  lowest: fc.integer({ min: -400, max: 4000 }),
  hills: fc.integer({ min: 0, max: 2400 }),
  /** Samples from one valley to the next: 700 m at three arc-seconds. */
  width: fc.integer({ min: 8, max: 400 }),
  noise: fc.integer({ min: 0, max: 6 }),
  gaps: fc.boolean(),
})
type Ground = typeof ground extends fc.Arbitrary<infer T> ? T : never

function hilly({ lowest, hills, width, noise, gaps }: Ground): Buffer {
  // No hill is steeper than 60 degrees from top to bottom.
  const height = Math.min(hills, (width / 2) * 90 * 1.7)
  return tile((row, column) => {
    if (gaps && (row * 7 + column) % 50 < 5) return -32768
    const wave = Math.sin((2 * Math.PI * row) / width) + Math.cos((2 * Math.PI * column) / width)
    const rough = noise * Math.sin(row * 12.9898 + column * 78.233)
    return lowest + noise + height * (0.5 + wave / 4) + rough
  })
}

describe('heights of an HGT tile', () => {
  test('pass for any terrain, and are refused when their bytes are swapped', () => {
    fc.assert(
      fc.property(ground, (ground) => {
        const bytes = hilly(ground)
        expect(() => check(bytes)).not.toThrow()
        if (ground.hills >= 20)
          expect(() => check(turned(bytes))).toThrow('N46E009.hgt is not elevation')
      }),
      { numRuns: runs(30) },
    )
  })

  test.each([
    ['the sea', tile(() => 0)],
    ['the sea with radar noise', tile((row, column) => ((row * 31 + column * 17) % 7) - 3)],
    ['nothing but gaps', tile(() => -32768)],
    ['a cliff of 1,000 m', tile((_, column) => (column < 150 ? 0 : 1000))],
    ['another value for gaps', tile((row) => (row % 3 === 0 ? -9999 : row))],
    ['a spike', tile((row, column) => (row === 9 && column === 9 ? 30_000 : 500))],
  ])('pass for %s', (_, bytes) => {
    expect(() => check(bytes)).not.toThrow()
  })

  test('are refused when they are random', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        let state = seed
        const bytes = tile(() => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0
          return (state >>> 16) - 32768
        })
        expect(() => check(bytes)).toThrow('of its heights are below -500 or above 9000 m')
      }),
      { numRuns: runs(10) },
    )
  })

  test('are refused when the file is text', () => {
    const line = Buffer.from('<html><body>Not found</body></html>\n')
    const bytes = Buffer.alloc(samples * samples * 2, line)
    expect(() => check(bytes)).toThrow('is not elevation')
  })

  test('are refused when plausible values are in random order', () => {
    const hills = tile((row, column) => 500 + 400 * Math.sin(row / 30) * Math.cos(column / 40))
    expect(() => check(hills)).not.toThrow()
    expect(() => check(shuffled(hills))).toThrow('jump from sample to sample')
  })

  test('are refused for a plain with swapped bytes, though each height alone is plausible', () => {
    const plain = tile((row, column) => 15 + 10 * Math.sin((row + column) / 50))
    expect(() => check(turned(plain))).toThrow('the bytes of its heights are turned')
  })

  const real = ['andorra/N42E001.hgt', 'monaco/N43E007.hgt'].map((name) => [name, realRegion(name)])
  test.skipIf(!real[0]![1]).each(real)(
    'pass for %s, and are refused when they are swapped or shuffled',
    (_, path) => {
      const bytes = readFileSync(path!)
      expect(() => check(bytes, 1201)).not.toThrow()
      expect(() => check(turned(bytes), 1201)).toThrow('the bytes of its heights are turned')
      expect(() => check(shuffled(bytes), 1201)).toThrow('jump from sample to sample')
      expect(() => check(Buffer.concat([bytes.subarray(1), bytes.subarray(0, 1)]), 1201)).toThrow(
        'is not elevation',
      )
    },
  )
})
