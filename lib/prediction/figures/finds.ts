import type { Profile } from '../prediction.ts'
import { assumed, type Figure, figure } from './figure.ts'

/** Classes of ground and features by which finds are counted. */
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
 * Classes of the published counts: `wood` includes its edge; `water` is lakes, rivers, streams and ditches,
 * because no source says in which of its counts streams are.
 */
export type CountedClass = Exclude<FindClass, 'wood_edge'>

const misperSource = (profile: string, cases: number) =>
  `misper.uk (Centre for Search Research), locations found, ${profile}, ${cases} found`

function counted(count: number, profile: string, cases: number, parts = ''): Figure {
  return figure(
    count / cases,
    'share',
    `${misperSource(profile, cases)}: ${count}${parts}`,
    'A',
    cases,
  )
}

const dementia = (count: number, parts?: string) => counted(count, 'dementia', 259, parts)
const despondent = (count: number) => counted(count, 'despondent', 660)

/** Share of finds by class; an uncounted class (`undefined`) keeps its share by distance. */
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

/** Parameters of raking to the counts. */
export const finds = {
  /** Outer over inner radius of a ring; near the origin rings are at least one hexagon wide. */
  ringGrowth: assumed(
    1.35,
    'ratio',
    'Wide enough to hold ground of many kinds; the published shares are at distances twice and more apart',
  ),
  /** Weight of the counts in the targets, against the shares by distance: 0 to 1. */
  shrink: assumed(0.5, 'share', 'Half-way between the counts and what distance alone gives'),
  /** Maximum factor on the probability of a hexagon, up or down. */
  multiplierCap: figure(
    12,
    'ratio',
    'Jacobs 2015, Terrain Based Probability Models for SAR: the highest multiplier reported (stream and trail meeting)',
    'A',
  ),
  rakingResidual: assumed(1e-3, 'share', 'Largest error of a class mass when raking stops'),
  /** Density at the edge of a wood over the density inside, before raking. */
  woodEdgeDensityRatio: {
    dementia_alzheimers: assumed(1, 'ratio', 'No figure and no direction found'),
    despondent: assumed(
      2,
      'ratio',
      'Direction only: "just inside a change of terrain" (search-and-rescue1.blogspot 2009, camsar.app)',
    ),
  } satisfies Record<Profile, Figure>,
  /** Density on open water beyond the strip along its edge, over the density in the strip. */
  deepWaterDensityRatio: {
    dementia_alzheimers: assumed(1 / 12, 'ratio', 'Cannot be walked: the cap of a multiplier'),
    despondent: assumed(1 / 12, 'ratio', 'Cannot be walked: the cap of a multiplier'),
  } satisfies Record<Profile, Figure>,
  /** A point within this distance of a feature belongs to its class. */
  reachMeters: {
    structure: assumed(15, 'm', 'The building and the ground close around it'),
    waterStrip: assumed(50, 'm', 'A strip of 25 to 50 m along the edge, on either side'),
    woodEdge: assumed(25, 'm', 'On either side of the line between wood and what is not'),
    scenic: assumed(50, 'm', 'The median track offset of the despondent'),
  },
}

/** Two groups of the despondent: near the origin, "just out of sight", or farther off at a certain place. */
export const bimodality = {
  source: figure(
    'bimodal',
    'words',
    'dbs-sar.com, despondent, Virginia, 65 cases: half within 0.2 mi "just out of sight", a second group at a "specific location", often scenic or significant',
    'A',
    65,
  ),
  /** The far group begins at this quantile of the distance distribution. */
  splitShare: figure(0.5, 'share', 'dbs-sar.com, despondent, Virginia: half are near', 'A', 65),
  /** Density in the far group over the density of the same class in the near group. */
  farTilt: {
    water: assumed(1.5, 'ratio', 'Size chosen; direction from dbs-sar.com, despondent'),
    scenic: assumed(2, 'ratio', 'Size chosen; direction from dbs-sar.com, despondent'),
  },
}

/** Cone about the direction of travel. */
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
