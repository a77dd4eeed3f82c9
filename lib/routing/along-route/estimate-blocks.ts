import { distanceMeters, type LatLon } from '#ground/geo'
import { maxMatrixPairs } from '#routing/operations'
import type { DetourCandidate } from './candidates.ts'
import { chooseSectionSpacing, cutSection, type Section } from './leg-sections.ts'

/** Places near each other, with the sections of legs that pass near them. Takes two matrices. */
export interface EstimateBlock {
  places: LatLon[]
  sections: Section[]
  /** `place` and `section` are indices into the two lists above. */
  candidates: { candidate: DetourCandidate; place: number; section: number }[]
}

/**
 * Maximum distance of a place from the first place of its block. The engine's time grows with the longest distance.
 */
const maxBlockMeters = 30_000

/** Divides places, each with the legs near it, into blocks along the route. */
export function divideIntoBlocks(
  places: readonly DetourCandidate[][],
  halfWidthMeters: number,
): EstimateBlock[] {
  const spacing = chooseSectionSpacing(halfWidthMeters)
  const groups: DetourCandidate[][][] = []
  for (const place of places.toSorted((a, b) => measureAlongRoute(a) - measureAlongRoute(b))) {
    const group = groups.at(-1)
    const isNear = group && distanceMeters(group[0]![0]!.at, place[0]!.at) <= maxBlockMeters
    if (isNear) group.push(place)
    else groups.push([place])
  }
  return groups.flatMap((group) => splitBlock(group, spacing))
}

/** Returns the position along the route, metres. */
function measureAlongRoute([nearest]: readonly DetourCandidate[]): number {
  return nearest!.leg.startMeters + nearest!.alongMeters
}

/** Returns one block, or several if the matrix would be too large. */
function splitBlock(group: readonly DetourCandidate[][], spacing: number): EstimateBlock[] {
  const block = makeBlock(group, spacing)
  const { places, sections } = block
  const pairs = sections.length * (places.length + sections.length)
  if (pairs <= maxMatrixPairs || group.length === 1) return [block]
  const half = group.length >> 1
  return [...splitBlock(group.slice(0, half), spacing), ...splitBlock(group.slice(half), spacing)]
}

function makeBlock(group: readonly DetourCandidate[][], spacing: number): EstimateBlock {
  const sections: Section[] = []
  const candidates = group.flatMap((ofPlace, place) =>
    ofPlace.map((candidate) => {
      const section = cutSection(candidate, spacing)
      const known = sections.findIndex(
        ({ leg, fromMeters }) => leg === section.leg && fromMeters === section.fromMeters,
      )
      if (known < 0) sections.push(section)
      return { candidate, place, section: known < 0 ? sections.length - 1 : known }
    }),
  )
  return { places: group.map(([nearest]) => nearest!.at), sections, candidates }
}
