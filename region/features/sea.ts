import { type Bounds, PointInRings } from '#ground/geo'
import type { Vertices } from './feature.ts'
import { measureGap, measureLength, signedArea } from './measure.ts'
import { isRing, joinParts } from './outlines.ts'
import { clipToBox, Rim } from './rim.ts'

/** Length above which gaps in the coastline are reported. */
const maxSilentGapMeters = 250

export interface Sea {
  /** Outer and inner rings in any order; empty where the box has no coast. */
  rings: Vertices[]
  /** Whether the coastline ends within the box, so that a part of the outline is a guess. */
  isGuessed: boolean
}

/**
 * Builds the sea in a box: the area to the right of the coastline. Where the coast leaves the box, the outline follows
 * the rim clockwise to where a coast enters.
 *
 * In an extract along a border the coast ends within the box. It is extended straight to the rim, or over a gap to its
 * continuation if that is nearer. Where extended coasts contradict each other, the shorter ones are left out.
 *
 * @param lines Coastline in the longest possible lines, land to the left; islands are rings.
 */
export function buildSea(box: Bounds, lines: readonly Vertices[]): Sea {
  const rim = new Rim(box)
  const islands: Vertices[] = []
  const pieces: Vertices[] = []
  for (const line of lines) {
    const parts = clipToBox(box, line)
    // A ring that starts in the box and leaves it consists of two pieces that meet; they are joined later.
    if (isRing(line) && parts.length === 1 && parts[0]!.length === line.length)
      islands.push(parts[0]!)
    else pieces.push(...parts)
  }
  const coasts = extendToRim(pieces, rim)
  for (const { line } of coasts) if (isRing(line)) islands.push(line)
  const { taken, left } = selectAlternating(coasts.filter(({ line }) => !isRing(line)))
  const rings = traceRim(taken, rim)
  if (rings.length === 0 && islands.length > 0 && isSeaAround(islands)) rings.push(rim.ring())

  // An island outside the sea, or a lagoon outside land, is an error of the map or a wrong guess.
  const sea = new PointInRings(rings)
  const consistent = islands
    .map((ring) => ({ ring, area: signedArea(ring), at: findOffRim(rim, ring) }))
    .filter(({ ring, area, at }) => area !== 0 && sea.has(ring[at]!, ring[at + 1]!) === area > 0)
  const guessedMeters = Math.max(
    ...coasts.map((coast) => coast.guessedMeters),
    ...left.map(({ line }) => measureLength(line)),
  )
  return {
    rings: [...rings, ...consistent.map(({ ring }) => ring)],
    isGuessed: guessedMeters > maxSilentGapMeters,
  }
}

/** Whether the sea surrounds the outermost ring, which has the westernmost point: its land is inside. */
function isSeaAround(rings: readonly Vertices[]): boolean {
  const westmost = (ring: Vertices) =>
    ring.reduce((min, value, i) => (i % 2 === 0 && value < min ? value : min), Infinity)
  const outermost = rings
    .map((ring) => ({ ring, west: westmost(ring) }))
    .reduce((best, other) => (other.west < best.west ? other : best))
  return signedArea(outermost.ring) > 0
}

/** A coast from rim to rim, or a ring. */
interface Coast {
  line: Vertices
  /** Length of its longest segment that is not in the data. */
  guessedMeters: number
  /** Places on the rim where it starts and ends. */
  from: number
  to: number
}

/** Tolerance of a point on the rim: a tenth of a millimetre. */
const onRimDegrees = 1e-9
/** Maximum difference between equal places on the rim. */
const samePlace = 1e-9

function isOnRim({ box }: Rim, line: Vertices, at: number): boolean {
  const [lon, lat] = [line[at]!, line[at + 1]!]
  const away = [lon - box.min_lon, box.max_lon - lon, lat - box.min_lat, box.max_lat - lat]
  return Math.min(...away) <= onRimDegrees
}

/** Returns the index of a vertex of a ring that is not on the rim, or 0 if all are. */
function findOffRim(rim: Rim, ring: Vertices): number {
  for (let at = 0; at < ring.length; at += 2) if (!isOnRim(rim, ring, at)) return at
  return 0
}

/** Extends pieces that end within the box to the rim, or joins them. */
function extendToRim(pieces: readonly Vertices[], rim: Rim): Coast[] {
  const isLoose = (line: Vertices, at: number) => !isOnRim(rim, line, at)
  const onRim = (line: Vertices, at: number): Vertices =>
    Float64Array.from(rim.at(rim.place([line[at]!, line[at + 1]!])))
  const coasts: Coast[] = []
  // Pieces that start at the rim come first; otherwise a continuation would be extended back to the rim.
  const left = [...pieces].sort((a, b) => Number(isLoose(a, 0)) - Number(isLoose(b, 0)))
  while (left.length > 0) {
    let line: Vertices = left.shift()!
    let guessedMeters = 0
    while (isLoose(line, line.length - 2)) {
      const end = line.length - 2
      const foot = onRim(line, end)
      let best = { meters: measureGap(line, end, foot, 0), next: -1, on: foot }
      for (const [next, piece] of left.entries()) {
        const meters = isLoose(piece, 0) ? measureGap(line, end, piece, 0) : Infinity
        if (meters < best.meters) best = { meters, next, on: piece }
      }
      const own = isLoose(line, 0) ? measureGap(line, end, line, 0) : Infinity
      if (own < best.meters) best = { meters: own, next: -1, on: line.subarray(0, 2) }
      guessedMeters = Math.max(guessedMeters, best.meters)
      line = joinParts([line, best.on])
      if (best.next >= 0) left.splice(best.next, 1)
      else break
    }
    if (!isRing(line) && isLoose(line, 0)) {
      const foot = onRim(line, 0)
      guessedMeters = Math.max(guessedMeters, measureGap(foot, 0, line, 0))
      line = joinParts([foot, line])
    }
    const end = line.length - 2
    const from = rim.place([line[0]!, line[1]!])
    const to = rim.place([line[end]!, line[end + 1]!])
    // An island that reaches the rim in one point, or a bay.
    if (Math.abs(from - to) < samePlace) line = joinParts([line, line.subarray(0, 2)])
    coasts.push({ line, guessedMeters, from, to })
  }
  return coasts
}

/**
 * Selects coasts whose entries and exits alternate around the rim, as they must. Where they do not, guessed coasts are
 * dropped first, then short ones.
 */
function selectAlternating(coasts: readonly Coast[]): { taken: Coast[]; left: Coast[] } {
  const weight = ({ line, guessedMeters }: Coast) =>
    (guessedMeters > 0 ? 0 : 1e9) + measureLength(line)
  const taken = [...coasts].sort((a, b) => weight(b) - weight(a))
  const left: Coast[] = []
  while (!isAlternating(taken)) left.push(taken.pop()!)
  return { taken, left }
}

function isAlternating(coasts: readonly Coast[]): boolean {
  const events = coasts
    .flatMap(({ from, to }) => [
      { place: from, isStart: true },
      { place: to, isStart: false },
    ])
    .sort((a, b) => a.place - b.place)
  for (let i = 1; i < events.length; i++) {
    if (events[i]!.isStart !== events[i - 1]!.isStart) continue
    // Events at the same place may swap.
    const k = i + 1
    if (events[k]?.place !== events[i]!.place || events[k].isStart === events[i]!.isStart)
      return false
    ;[events[i], events[k]] = [events[k]!, events[i]!]
  }
  return true
}

/** Builds the rings of the sea between coasts. */
function traceRim(coasts: readonly Coast[], rim: Rim): Vertices[] {
  const left = coasts.toSorted((a, b) => a.from - b.from)
  const rings: Vertices[] = []
  while (left.length > 0) {
    const first = left[0]!
    const parts: Vertices[] = []
    let current = first
    for (;;) {
      parts.push(current.line)
      const { to } = current
      // The next start clockwise, wrapping around.
      const after = left.findIndex(({ from }) => from >= to)
      const next = left[Math.max(0, after)]!
      parts.push(rim.corners(to, next.from))
      left.splice(left.indexOf(next), 1)
      if (next === first) break
      current = next
    }
    rings.push(joinParts([...parts, first.line.subarray(0, 2)]))
  }
  return rings
}
