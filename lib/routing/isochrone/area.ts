import { pause } from '../../concurrency/index.ts'
import { type Arrangement, arrange, type Ring } from './arrangement.ts'
import { type Sides, sidesOf } from './sides.ts'

/** A polygon of whole numbers: counter-clockwise around, holes clockwise; no ring touches itself. */
export interface GridPolygon {
  shell: Ring
  holes: Ring[]
}

/**
 * Areas that contain each other, as valid polygons: the first layer, the first two together, the first
 * three and so on. Rings are simple and touch each other in single points at most, and the polygons of
 * an area do not overlap. Within a layer the even-odd rule tells inside from outside, so any rings will
 * do, crossing themselves or not. Other calls get their turns meanwhile; throws the signal's reason.
 */
export async function nestedAreas(
  layers: readonly (readonly Ring[])[],
  signal?: AbortSignal,
): Promise<GridPolygon[][]> {
  const arrangement = await arrange(layers, signal)
  const sides = await sidesOf(arrangement, signal)
  const areas: GridPolygon[][] = []
  for (const i of layers.keys()) {
    await pause(signal)
    const boundary = boundaryOf(arrangement, sides, 2 ** (i + 1) - 1)
    areas.push(await polygonsOf(arrangement, boundary, signal))
  }
  return areas
}

async function polygonsOf(
  arrangement: Arrangement,
  boundary: Boundary,
  signal?: AbortSignal,
): Promise<GridPolygon[]> {
  const pieces: GridPolygon[] = []
  const loose: Ring[] = []
  for (const cycle of cyclesOf(arrangement, boundary)) {
    await pause(signal)
    const rings = simpleRings(cycle).map((ring) => ringOf(arrangement, ring))
    const shell = rings.find((ring) => signedArea(ring) > 0)
    const holes = rings.filter((ring) => ring !== shell)
    if (shell) pieces.push({ shell, holes })
    else loose.push(...holes)
  }
  pieces.sort((a, b) => signedArea(a.shell) - signedArea(b.shell))
  const boxes = pieces.map(({ shell }) => boxOfRing(shell))
  for (const hole of loose) {
    await pause(signal)
    const around = pieces.find(
      ({ shell }, i) => startsInBox(boxes[i]!, hole) && containsRing(shell, hole),
    )
    around!.holes.push(hole)
  }
  return pieces
}

/** Area of a ring, above 0 when it is counter-clockwise. */
export function signedArea(ring: Ring): number {
  // From the first position, or the products would outgrow what is exact.
  const [x0, y0] = ring as readonly [number, number]
  let twice = 0
  for (let i = 2; i + 3 < ring.length; i += 2) {
    twice += (ring[i]! - x0) * (ring[i + 3]! - y0) - (ring[i + 2]! - x0) * (ring[i + 1]! - y0)
  }
  return twice / 2
}

/** Vertices that follow a vertex along the boundary, inside on the left. */
type Boundary = Map<number, number[]>

/** The boundary of all that is in one of the layers of the mask. */
function boundaryOf({ edges }: Arrangement, sides: readonly Sides[], mask: number): Boundary {
  const next: Boundary = new Map()
  const add = (from: number, to: number) => {
    const known = next.get(from)
    if (known) known.push(to)
    else next.set(from, [to])
  }
  for (const [i, { from, to }] of edges.entries()) {
    const isLeft = (sides[i]!.left & mask) !== 0
    if (isLeft === ((sides[i]!.right & mask) !== 0)) continue
    if (isLeft) add(from, to)
    else add(to, from)
  }
  return next
}

/** Walks round the inside of each connected part, and round what is cut out of it. */
function* cyclesOf({ x, y }: Arrangement, next: Boundary): Generator<number[]> {
  for (const start of next.keys()) {
    while (next.get(start)!.length > 0) {
      const cycle: number[] = []
      let before = -1
      let at = start
      do {
        const choices = next.get(at)!
        const taken = before < 0 ? 0 : sharpestLeft(x, y, before, at, choices)
        cycle.push(at)
        before = at
        at = choices.splice(taken, 1)[0]!
        // A start where parts touch may be passed on the way round; the way ends at the first edge.
      } while (at !== start || sharpestLeftIsTaken(x, y, before, at, next, cycle[1]!))
      yield cycle
    }
  }
}

/** Whether the walk, back at its start, would rather go on than close with its first edge. */
function sharpestLeftIsTaken(
  x: readonly number[],
  y: readonly number[],
  before: number,
  at: number,
  next: Boundary,
  first: number,
): boolean {
  const choices = [first, ...next.get(at)!]
  return sharpestLeft(x, y, before, at, choices) !== 0
}

/** Index of the first choice clockwise from the way back: it keeps to the same inside. */
function sharpestLeft(
  x: readonly number[],
  y: readonly number[],
  before: number,
  at: number,
  choices: readonly number[],
): number {
  const backX = x[before]! - x[at]!
  const backY = y[before]! - y[at]!
  let best = 0
  for (let i = 1; i < choices.length; i++) {
    const [px, py] = [x[choices[best]!]! - x[at]!, y[choices[best]!]! - y[at]!]
    const [qx, qy] = [x[choices[i]!]! - x[at]!, y[choices[i]!]! - y[at]!]
    const bestIsFar = backX * py - backY * px > 0
    const otherIsFar = backX * qy - backY * qx > 0
    if (bestIsFar === otherIsFar ? px * qy - py * qx > 0 : bestIsFar) best = i
  }
  return best
}

/** Takes a loop off wherever the walk comes to a vertex again. */
function simpleRings(cycle: readonly number[]): number[][] {
  const rings: number[][] = []
  const path: number[] = []
  const seen = new Map<number, number>()
  for (const vertex of cycle) {
    const from = seen.get(vertex)
    if (from !== undefined) {
      const loop = path.splice(from)
      for (const passed of loop) seen.delete(passed)
      rings.push(loop)
    }
    seen.set(vertex, path.length)
    path.push(vertex)
  }
  rings.push(path)
  return rings
}

function ringOf({ x, y }: Arrangement, vertices: readonly number[]): Ring {
  return vertices.flatMap((vertex) => [x[vertex]!, y[vertex]!])
}

export interface RingBox {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

export function boxOfRing(ring: Ring): RingBox {
  const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
  for (let i = 0; i < ring.length; i += 2) {
    box.minX = Math.min(box.minX, ring[i]!)
    box.maxX = Math.max(box.maxX, ring[i]!)
    box.minY = Math.min(box.minY, ring[i + 1]!)
    box.maxY = Math.max(box.maxY, ring[i + 1]!)
  }
  return box
}

/** Whether a ring begins in the box: one that does not cannot lie within what the box is of. */
export function startsInBox({ minX, minY, maxX, maxY }: RingBox, [x, y]: Ring): boolean {
  return x! >= minX && x! <= maxX && y! >= minY && y! <= maxY
}

/** Whether a ring lies within another; they share no edge, so the middle of one tells. */
export function containsRing(shell: Ring, inner: Ring): boolean {
  // Doubled, so that the middle is whole.
  const x = inner[0]! + inner[2]!
  const y = inner[1]! + inner[3]!
  let inside = false
  for (let i = 0; i < shell.length; i += 2) {
    const j = (i + 2) % shell.length
    const [ax, ay] = [2 * shell[i]!, 2 * shell[i + 1]!]
    const [bx, by] = [2 * shell[j]!, 2 * shell[j + 1]!]
    if (ay > y === by > y) continue
    const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
    if (by > ay ? side > 0 : side < 0) inside = !inside
  }
  return inside
}

/** Whether a shell lies within another of a later area: they may share edges. */
export function containsShell(shell: Ring, inner: Ring): boolean {
  for (let i = 0; i < shell.length; i += 2) {
    const j = (i + 2) % shell.length
    if (shell[i] !== inner[0] || shell[i + 1] !== inner[1]) continue
    if (shell[j] === inner[2] && shell[j + 1] === inner[3]) return true
  }
  return containsRing(shell, inner)
}
