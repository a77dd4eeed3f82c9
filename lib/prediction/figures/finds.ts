import type { Profile } from '../prediction.ts'
import { assumed, type Figure, figure } from './figure.ts'

/** Classes of ground and features used to count finds. */
export const findClasses = [
  'structure',
  'road_path',
  'linear',
  'water',
  'wood_edge',
  'wood',
  'brush',
  'open',
] as const

export type FindClass = (typeof findClasses)[number]

/**
 * Classes of the published counts: `wood` includes its edge; `water` means lakes, rivers, streams and ditches,
 * because no source says which of its counts contain streams.
 */
export type CountedClass = Exclude<FindClass, 'wood_edge'>

const describeMisperSource = (profile: string, cases: number) =>
  `misper.uk (Centre for Search Research), locations found, ${profile}, ${cases} found`

function makeCountFigure(count: number, profile: string, cases: number, parts = ''): Figure {
  return figure(
    count / cases,
    'share',
    `${describeMisperSource(profile, cases)}: ${count}${parts}`,
    'A',
    cases,
  )
}

const dementia = (count: number, parts?: string) => makeCountFigure(count, 'dementia', 259, parts)
const despondent = (count: number) => makeCountFigure(count, 'despondent', 660)

/** Share of finds by class; an uncounted class (`undefined`) is neutral. */
export const findShares: Record<Profile, Record<CountedClass, Figure | undefined>> = {
  dementia_alzheimers: {
    structure: dementia(65),
    road_path: dementia(82),
    linear: dementia(43),
    open: dementia(36),
    wood: dementia(17),
    water: dementia(16, ' (water 14, ditch 2)'),
    brush: undefined,
  },
  despondent: {
    structure: despondent(196),
    road_path: despondent(110),
    linear: despondent(37),
    open: despondent(61),
    wood: despondent(158),
    water: despondent(98),
    brush: undefined,
  },
}

/** Constants of the effect of ground on probabilities within a ring of distance. */
export const finds = {
  /** Ratio of the outer to the inner radius of a ring; near the origin rings are at least one hexagon wide. */
  ringGrowth: assumed(
    1.35,
    'ratio',
    'Wide enough to hold ground of many kinds; the published shares are at distances twice and more apart',
  ),
  /** Number added to the finds of a class and to the finds expected from its availability. */
  pseudoFinds: assumed(10, 'finds', 'A class with few finds stays near 1'),
  /** Exponent of the ratio of finds to availability. */
  preferenceExponent: assumed(
    0.75,
    'exponent',
    'Availability is known as national averages alone: with a standard error of a factor of 1.6 and ratios spread by a factor of 2.4, a normal prior keeps three quarters of the logarithm',
  ),
  /** Lowest and highest preference. */
  preferenceBounds: assumed(
    [0.25, 4] as readonly [number, number],
    'ratio',
    'Jacobs 2015, Terrain Based Probability Models for SAR, has 1.5 to 7 for single features; 7 and more for trails and their crossings alone',
  ),
  /**
   * Thresholds of thin mapping. Lines are thinly mapped where their share is below this part of their share in Great
   * Britain. Buildings are thinly mapped where their share of built-up ground is below this part of their share of
   * urban ground in Great Britain.
   */
  thinMappingShare: assumed(
    0.1,
    'ratio',
    'Hedges, walls and single buildings are what maps leave out most often',
  ),
  /** Ratio of the density of finds at the edge of a wood to the density inside. */
  woodEdgeDensityRatio: {
    dementia_alzheimers: assumed(1, 'ratio', 'No figure and no direction found'),
    despondent: assumed(
      2,
      'ratio',
      'Direction only: "just inside a change of terrain" (search-and-rescue1.blogspot 2009, camsar.app)',
    ),
  } satisfies Record<Profile, Figure>,
  /** Share of edge in the woods around the counted cases. */
  woodEdgeShare: assumed(
    0.5,
    'share',
    'Woods of about 10 ha have half of their ground near the edge',
  ),
  /** Ratio of the density of finds on open water beyond the strip along its edge to the density in the strip. */
  deepWaterDensityRatio: {
    dementia_alzheimers: assumed(1 / 12, 'ratio', 'Cannot be walked; size chosen'),
    despondent: assumed(1 / 12, 'ratio', 'Cannot be walked; size chosen'),
  } satisfies Record<Profile, Figure>,
  /** A point within this distance of a feature belongs to its class. */
  reachMeters: {
    structure: assumed(15, 'm', 'The building and the ground close around it'),
    waterStrip: assumed(50, 'm', 'A strip of 25 to 50 m along the edge, on either side'),
    woodEdge: assumed(25, 'm', 'On either side of the line between wood and what is not'),
  },
}

/** Constants of the cone around the direction of travel. */
export const cone = {
  halfAngleDegrees: figure(
    70,
    'degrees',
    'Koester 2008, dispersion angle of dementia, temperate, 95 %, taken as deviation to either side; nothing was found for the despondent',
    'C',
    11,
  ),
}

export const score = {
  levels: figure(30, 'levels', 'Scores go from 0 to 30', 'definition'),
}
