import { coastMeters, lakeMeters, naturalHeightMeters } from '../land/natural-height.ts'
import { StreetNameGenerator } from '../places/name-generator.ts'
import { type Settlement, type Side, settlements } from '../plan/settlements.ts'
import type { IslandPoint } from '../plane/geometry.ts'
import { noise, Rng } from '../plane/noise.ts'
import type { Network, Road, Vertex } from './network.ts'

/** The streets of one settlement. */
export interface StreetGrid {
  settlement: Settlement
  center: Vertex
  gates: Partial<Record<Side, Vertex>>
  streets: Road[]
  /** Crossings by column and row, (0, 0) in the middle. */
  crossing(column: number, row: number): Vertex | undefined
}

const mainNames = { town: 'Corsa Gronda', village: 'Via Principala', hamlet: 'Via Maistra' }

/** Returns a street crossing of the settlement: a rotated lattice, distorted a little so that blocks differ. */
export function computeLatticePoint(place: Settlement, column: number, row: number): IslandPoint {
  const [ex, ey] = place.heading
  const a = column * place.columnMeters
  const b = row * place.rowMeters
  const x = place.x + a * ex - b * ey
  const y = place.y + a * ey + b * ex
  return { x: x + 22 * noise(x / 310, y / 310, 71), y: y + 22 * noise(x / 310, y / 310, 72) }
}

function isBuildable(place: Settlement, column: number, row: number, point: IslandPoint): boolean {
  const a = column / (place.columns + 0.45)
  const b = row / (place.rows + 0.45)
  const edge = 1.12 + 0.3 * noise(point.x / 260, point.y / 260, 73)
  if (a * a + b * b > edge) return false
  if (coastMeters(point) < 90 || lakeMeters(point) > -55) return false
  const here = naturalHeightMeters(point)
  const east = naturalHeightMeters({ x: point.x + 40, y: point.y })
  const north = naturalHeightMeters({ x: point.x, y: point.y + 40 })
  return Math.abs(east - here) < 12 && Math.abs(north - here) < 12
}

/** Lays the streets of every settlement into the network. */
export function layStreets(network: Network): Map<string, StreetGrid> {
  return new Map(
    settlements.map((place, index) => [
      place.key,
      layQuarter(network, place, new Rng(1_000 + index)),
    ]),
  )
}

function layQuarter(network: Network, place: Settlement, rng: Rng): StreetGrid {
  const { columns, rows } = place
  const vertices = new Map<string, Vertex>()
  const key = (column: number, row: number) => `${column}/${row}`
  const at = (column: number, row: number) => vertices.get(key(column, row))

  for (let row = -rows; row <= rows; row++) {
    for (let column = -columns; column <= columns; column++) {
      const point = computeLatticePoint(place, column, row)
      const main = column === 0 || row === 0
      if (main || isBuildable(place, column, row, point)) vertices.set(key(column, row), point)
    }
  }
  const gates: StreetGrid['gates'] = {}
  for (const side of place.gates) {
    const column = side === 'east' ? columns + 1 : side === 'west' ? -columns - 1 : 0
    const row = side === 'north' ? rows + 1 : side === 'south' ? -rows - 1 : 0
    const gate = computeLatticePoint(place, column, row)
    vertices.set(key(column, row), gate)
    gates[side] = gate
  }

  const dropShare = { town: 0.1, village: 0.22, hamlet: 0.3 }[place.kind]
  const links = new Map<string, { from: Vertex; to: Vertex }>()
  for (let row = -rows - 1; row <= rows + 1; row++) {
    for (let column = -columns - 1; column <= columns + 1; column++) {
      for (const [dc, dr] of [
        [1, 0],
        [0, 1],
      ] as const) {
        const from = at(column, row)
        const to = at(column + dc, row + dr)
        if (!from || !to) continue
        const main = (dc === 1 && row === 0) || (dr === 1 && column === 0)
        if (main || !rng.happens(dropShare)) links.set(`${key(column, row)}/${dc}`, { from, to })
      }
    }
  }
  const reached = findReached(at(0, 0)!, [...links.values()])
  for (const [name, { from }] of links) if (!reached.has(from)) links.delete(name)

  const names = new StreetNameGenerator(rng)
  const streets: Road[] = []
  const lay = (line: { from: Vertex; to: Vertex }[], index: number, isRow: boolean) => {
    if (line.length === 0) return
    const main = index === 0
    const name = main && isRow ? mainNames[place.kind] : names.next()
    const tags = main
      ? { ...(isRow ? place.row : place.column), name, surface: 'asphalt' }
      : { ...sideStreet(place, rng), name }
    let run: Vertex[] = []
    const close = () => {
      if (run.length > 1)
        streets.push(
          network.add(run, { ...tags }, { gradePercent: main ? 7 : 11, place: place.key }),
        )
      run = []
    }
    for (const { from, to } of line) {
      if (run[run.length - 1] !== from) {
        close()
        run.push(from)
      }
      run.push(to)
    }
    close()
  }
  const range = (count: number) => Array.from({ length: 2 * count + 3 }, (_, i) => i - count - 1)
  for (const row of range(rows).slice(1, -1)) {
    lay(
      range(columns).flatMap((column) => links.get(`${key(column, row)}/1`) ?? []),
      row,
      true,
    )
  }
  for (const column of range(columns).slice(1, -1)) {
    lay(
      range(rows).flatMap((row) => links.get(`${key(column, row)}/0`) ?? []),
      column,
      false,
    )
  }
  return { settlement: place, center: at(0, 0)!, gates, streets, crossing: at }
}

function sideStreet(place: Settlement, rng: Rng): Record<string, string> {
  const draw = rng.next()
  const surface = draw < 0.2 ? 'paving_stones' : 'asphalt'
  if (place.kind === 'town' && draw > 0.9) return { highway: 'living_street', surface, lit: 'yes' }
  if (place.kind === 'town') {
    return { highway: 'residential', maxspeed: '30', surface, lit: 'yes', sidewalk: 'both' }
  }
  if (draw > 0.85) return { highway: 'unclassified', surface: 'asphalt' }
  return { highway: 'residential', maxspeed: '30', surface: 'asphalt' }
}

function findReached(start: Vertex, links: { from: Vertex; to: Vertex }[]): Set<Vertex> {
  const neighbours = new Map<Vertex, Vertex[]>()
  const join = (a: Vertex, b: Vertex) => neighbours.set(a, [...(neighbours.get(a) ?? []), b])
  for (const { from, to } of links) {
    join(from, to)
    join(to, from)
  }
  const reached = new Set([start])
  for (const vertex of reached) for (const next of neighbours.get(vertex) ?? []) reached.add(next)
  return reached
}
