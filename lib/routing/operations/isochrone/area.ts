import { pause } from '#platform/concurrency'
import { type Arrangement, arrange, type Ring } from './arrangement.ts'
import { containsRing, measureRingBox, measureSignedArea, startsInBox } from './rings.ts'
import { findSides, type Sides } from './sides.ts'

/** A polygon with integer coordinates: the shell is counter-clockwise, holes are clockwise, no ring touches itself. */
export interface GridPolygon {
  shell: Ring
  holes: Ring[]
}

/**
 * Builds nested areas as valid polygons: the union of the first layer, of the first two, of the first three and so
 * on. Rings are simple and touch each other at single points at most; the polygons of an area do not overlap. Layers
 * are filled by the even-odd rule, so their rings may cross themselves and each other. Yields to other calls; throws
 * the signal's reason.
 */
export async function buildNestedAreas(
  layers: readonly (readonly Ring[])[],
  signal?: AbortSignal,
): Promise<GridPolygon[][]> {
  const arrangement = await arrange(layers, signal)
  const sides = await findSides(arrangement, signal)
  const areas: GridPolygon[][] = []
  for (const i of layers.keys()) {
    await pause(signal)
    const boundary = findBoundary(arrangement, sides, 2 ** (i + 1) - 1)
    areas.push(await assemblePolygons(arrangement, boundary, signal))
  }
  return areas
}

async function assemblePolygons(
  arrangement: Arrangement,
  boundary: Boundary,
  signal?: AbortSignal,
): Promise<GridPolygon[]> {
  const polygons: GridPolygon[] = []
  const looseHoles: Ring[] = []
  for (const cycle of traceCycles(arrangement, boundary)) {
    await pause(signal)
    const rings = splitIntoSimpleRings(cycle).map((ring) => toRing(arrangement, ring))
    const shell = rings.find((ring) => measureSignedArea(ring) > 0)
    const holes = rings.filter((ring) => ring !== shell)
    if (shell) polygons.push({ shell, holes })
    else looseHoles.push(...holes)
  }
  polygons.sort((a, b) => measureSignedArea(a.shell) - measureSignedArea(b.shell))
  const boxes = polygons.map(({ shell }) => measureRingBox(shell))
  for (const hole of looseHoles) {
    await pause(signal)
    const around = polygons.find(
      ({ shell }, i) => startsInBox(boxes[i]!, hole) && containsRing(shell, hole),
    )
    around!.holes.push(hole)
  }
  return polygons
}

/** Maps each vertex to the next vertices along the boundary, with the inside on the left. */
type Boundary = Map<number, number[]>

/** Finds the boundary of the union of the layers in the mask. */
function findBoundary({ edges }: Arrangement, sides: readonly Sides[], mask: number): Boundary {
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

/** Yields the closed walks along the boundary: around each connected part and around each hole. */
function* traceCycles({ x, y }: Arrangement, next: Boundary): Generator<number[]> {
  for (const start of next.keys()) {
    while (next.get(start)!.length > 0) {
      const cycle: number[] = []
      let before = -1
      let at = start
      do {
        const choices = next.get(at)!
        const taken = before < 0 ? 0 : findSharpestLeft(x, y, before, at, choices)
        cycle.push(at)
        before = at
        at = choices.splice(taken, 1)[0]!
        // At a point where parts touch, the walk may pass its start; it ends only before its own first edge.
      } while (at !== start || continuesBeyondStart(x, y, before, at, next, cycle[1]!))
      yield cycle
    }
  }
}

/** Returns whether the walk, back at its start, continues instead of closing with its first edge. */
function continuesBeyondStart(
  x: readonly number[],
  y: readonly number[],
  before: number,
  at: number,
  next: Boundary,
  first: number,
): boolean {
  const choices = [first, ...next.get(at)!]
  return findSharpestLeft(x, y, before, at, choices) !== 0
}

/** Returns the index of the first choice clockwise from the edge just walked: it stays on the same inside. */
function findSharpestLeft(
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

/** Splits a walk into simple rings, wherever it returns to a vertex. */
function splitIntoSimpleRings(cycle: readonly number[]): number[][] {
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

function toRing({ x, y }: Arrangement, vertices: readonly number[]): Ring {
  return vertices.flatMap((vertex) => [x[vertex]!, y[vertex]!])
}
