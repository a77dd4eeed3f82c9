import { distanceMeters, type LatLon } from '#ground/geo'
import { maxMatrixPairs } from '#routing/operations'
import type { DetourCandidate } from './candidates.ts'
import { type Section, sectionAround, sectionSpacing } from './leg-sections.ts'

/** Places near each other, with the sections of legs that pass near them: two matrices. */
export interface EstimateBlock {
  places: LatLon[]
  sections: Section[]
  /** `place` and `section` are indices into the two lists above. */
  candidates: { candidate: DetourCandidate; place: number; section: number }[]
}

/**
 * Places farther than this from the first of a block begin a new block: the engine's time grows with the longest
 * distance.
 */
const maxBlockMeters = 30_000

/** Divides places, each with the legs near it, into blocks along the route. */
export function blocksOf(
  places: readonly DetourCandidate[][],
  halfWidthMeters: number,
): EstimateBlock[] {
  const spacing = sectionSpacing(halfWidthMeters)
  const groups: DetourCandidate[][][] = []
  for (const place of places.toSorted((a, b) => positionOf(a) - positionOf(b))) {
    const group = groups.at(-1)
    const isNear = group && distanceMeters(group[0]![0]!.at, place[0]!.at) <= maxBlockMeters
    if (isNear) group.push(place)
    else groups.push([place])
  }
  return groups.flatMap((group) => divided(group, spacing))
}

/** Along the route, metres. */
function positionOf([nearest]: readonly DetourCandidate[]): number {
  return nearest!.leg.startMeters + nearest!.alongMeters
}

/** One block, or several where the matrix would be too large. */
function divided(group: readonly DetourCandidate[][], spacing: number): EstimateBlock[] {
  const block = blockOf(group, spacing)
  const { places, sections } = block
  const pairs = sections.length * (places.length + sections.length)
  if (pairs <= maxMatrixPairs || group.length === 1) return [block]
  const half = group.length >> 1
  return [...divided(group.slice(0, half), spacing), ...divided(group.slice(half), spacing)]
}

function blockOf(group: readonly DetourCandidate[][], spacing: number): EstimateBlock {
  const sections: Section[] = []
  const candidates = group.flatMap((ofPlace, place) =>
    ofPlace.map((candidate) => {
      const section = sectionAround(candidate, spacing)
      const known = sections.findIndex(
        ({ leg, fromMeters }) => leg === section.leg && fromMeters === section.fromMeters,
      )
      if (known < 0) sections.push(section)
      return { candidate, place, section: known < 0 ? sections.length - 1 : known }
    }),
  )
  return { places: group.map(([nearest]) => nearest!.at), sections, candidates }
}
