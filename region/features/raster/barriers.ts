import { barriers } from '#ground/landscape'
import { visitSegment } from './line.ts'
import { fillRings } from './polygon.ts'
import { roles } from './roles.ts'
import type { Window } from './window.ts'
import type { BucketFeature } from './window-bucket.ts'

/** Distance from their line within which crossings and passages open barriers, in pixels. */
const openingPixels = 1.5

const barrierOfRole = [
  [roles.motorway, barriers.motorway],
  [roles.railway, barriers.railway],
  [roles.river, barriers.water],
  [roles.cliff, barriers.cliff],
] as const

/**
 * Draws barriers, as bits of `barriers` for each pixel of the window. Lines are one pixel wide without gaps
 * at corners. Open water is a barrier except on its shore pixels. Crossings open all barriers along their
 * line; passages open motorways and railways.
 *
 * @param isWater 1 for open water on the map.
 * @param shore 1 for pixels on the shore of open water.
 */
export function drawBarriers(
  features: readonly BucketFeature[],
  window: Window,
  isWater: Uint8Array,
  shore: Uint8Array,
): Uint8Array {
  const bits = new Uint8Array(window.width * window.height)
  for (let i = 0; i < bits.length; i++)
    if (isWater[i] === 1 && shore[i] === 0) bits[i] = barriers.water
  for (const feature of features)
    for (const [role, barrier] of barrierOfRole)
      if (feature.roles & role) addBarrier(bits, feature, barrier, window)
  for (const feature of features) {
    if (feature.roles & roles.crossing) open(bits, feature, 0, window)
    else if (feature.roles & roles.passage)
      open(bits, feature, barriers.water | barriers.cliff, window)
  }
  return bits
}

/** Sets the bit of a barrier on the pixels of a feature. */
function addBarrier(
  bits: Uint8Array,
  { type, parts }: BucketFeature,
  barrier: number,
  window: Window,
): void {
  const { width, height, column: left, row: top } = window
  const mark = (column: number, row: number): void => {
    const [c, r] = [column - left, row - top]
    if (c >= 0 && c < width && r >= 0 && r < height) bits[r * width + c]! |= barrier
  }
  for (const part of parts) {
    if (type === 'point') mark(Math.floor(part[0]! + left), Math.floor(part[1]! + top))
    visitSegments(part, (x0, y0, x1, y1) =>
      visitSegment(x0 + left, y0 + top, x1 + left, y1 + top, mark),
    )
  }
  if (type !== 'polygon') return
  fillRings(parts, window, (row, from, to) => {
    for (let i = row * width + from; i < row * width + to; i++) bits[i]! |= barrier
  })
}

/** Clears all bits except `kept` near a feature. */
function open(
  bits: Uint8Array,
  { type, parts }: BucketFeature,
  kept: number,
  window: Window,
): void {
  const { width } = window
  for (const part of parts) {
    if (type === 'point') openBeside(bits, part[0]!, part[1]!, part[0]!, part[1]!, kept, window)
    visitSegments(part, (x0, y0, x1, y1) => openBeside(bits, x0, y0, x1, y1, kept, window))
  }
  if (type !== 'polygon') return
  fillRings(parts, window, (row, from, to) => {
    for (let i = row * width + from; i < row * width + to; i++) bits[i]! &= kept
  })
}

/** Clears all bits except `kept` within {@link openingPixels} of a segment. */
function openBeside(
  bits: Uint8Array,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  kept: number,
  { width, height, column: left, row: top }: Window,
): void {
  const reach = Math.ceil(openingPixels)
  const [dx, dy] = [x1 - x0, y1 - y0]
  const squaredLength = dx * dx + dy * dy
  visitSegment(x0 + left, y0 + top, x1 + left, y1 + top, (column, row) => {
    const [c0, r0] = [column - left, row - top]
    for (let r = Math.max(0, r0 - reach); r <= r0 + reach && r < height; r++)
      for (let c = Math.max(0, c0 - reach); c <= c0 + reach && c < width; c++) {
        const [px, py] = [c + 0.5 - x0, r + 0.5 - y0]
        const dot = px * dx + py * dy
        const share = squaredLength > 0 ? Math.min(1, Math.max(0, dot / squaredLength)) : 0
        const distance = Math.hypot(px - share * dx, py - share * dy)
        if (distance <= openingPixels) bits[r * width + c]! &= kept
      }
  })
}

export function visitSegments(
  line: Float64Array,
  visit: (x0: number, y0: number, x1: number, y1: number) => void,
): void {
  for (let i = 2; i < line.length; i += 2) visit(line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!)
}
