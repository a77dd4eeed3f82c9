import { describe, expect, test } from 'vitest'
import { computeShading } from '../../web/page/map/shading.ts'

const side = 8
const across = side + 2
const options = { side, pixelMeters: 30, zoom: 12, isDark: false }

/** Returns the colour in the middle of a plane with this climb to the east and south, metres per pixel. */
function colorOf(eastMeters: number, southMeters: number, change: Partial<typeof options> = {}) {
  const heights = Float32Array.from(
    { length: across * across },
    (_, i) => 500 + eastMeters * (i % across) + southMeters * Math.floor(i / across),
  )
  const pixels = computeShading(heights, { ...options, ...change })
  const at = 4 * (4 * side + 4)
  const [red, green, blue, alpha] = pixels.slice(at, at + 4)
  return { brightness: red! + green! + blue!, alpha: alpha!, pixels }
}

describe('the shading of slopes', () => {
  test('leaves flat ground unshaded', () => {
    expect(colorOf(0, 0).pixels.every((value) => value === 0)).toBe(true)
  })

  test('is light on slopes to the north-west, dark on slopes to the south-east, and in between on the others', () => {
    const [facing, away] = [colorOf(6, 6), colorOf(-6, -6)]
    const [left, right] = [colorOf(6, -6), colorOf(-6, 6)]
    expect(facing.brightness).toBeGreaterThan(left.brightness)
    expect(left.brightness).toBeGreaterThan(away.brightness)
    expect(right.brightness).toBeCloseTo(left.brightness, -1)
  })

  test.each([true, false])(
    'grows stronger with the slope, and is even across a plane, dark: %s',
    (isDark) => {
      const alphas = [1, 3, 10, 40].map((meters) => colorOf(meters, 0, { isDark }).alpha)
      expect(alphas).toEqual(alphas.toSorted((a, b) => a - b))
      expect(new Set(alphas).size).toBe(4)
      const { pixels } = colorOf(-3, 2, { isDark })
      for (let i = 4; i < pixels.length; i++)
        expect(Math.abs(pixels[i]! - pixels[i % 4]!)).toBeLessThan(2)
    },
  )

  test('exaggerates slopes at low zooms', () => {
    expect(colorOf(5, 0, { zoom: 9 }).alpha).toBeGreaterThan(colorOf(5, 0, { zoom: 13 }).alpha)
  })
})
