import type { Profile } from '../prediction.ts'
import { assumed, type Figure, figure } from './figure.ts'

/** Where people are found: classes of ground and of features. */
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
 * Classes with a count: wood and its edge are one (trees); lakes, rivers, streams and ditches are one
 * (water), because no source says in which of its counts streams are.
 */
export type CountedClass = Exclude<FindClass, 'wood_edge'>

const uk = (profile: string, cases: number) =>
  `misper.uk (Centre for Search Research), locations found, ${profile}, ${cases} found`

function counted(count: number, profile: string, cases: number, parts = ''): Figure {
  return figure(count / cases, 'share', `${uk(profile, cases)}: ${count}${parts}`, 'A', cases)
}

const dementia = (count: number, parts?: string) => counted(count, 'dementia', 259, parts)
const despondent = (count: number) => counted(count, 'despondent', 660)

/** Share of finds by class. `undefined`: not counted; the class keeps the share that distance gives it. */
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

/** Use of the counts. */
export const finds = {
  /** Outer over inner radius of a ring; near the origin rings are at least one hexagon wide. */
  ringGrowth: assumed(
    1.35,
    'ratio',
    'Wide enough to hold ground of many kinds; the published shares are at distances twice and more apart',
  ),
  /** 0: distance alone; 1: the counts alone. */
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
  /** Within these distances a point is at a feature. */
  reachMeters: {
    structure: assumed(15, 'm', 'The building and the ground close around it'),
    waterStrip: assumed(50, 'm', 'A strip of 25 to 50 m along the edge, on either side'),
    woodEdge: assumed(25, 'm', 'On either side of the line between wood and what is not'),
    scenic: assumed(50, 'm', 'The median track offset of the despondent'),
  },
}

/** The despondent: most are near, "just out of sight"; others seek a certain place. */
export const bimodality = {
  source: figure(
    'bimodal',
    'words',
    'dbs-sar.com, despondent, Virginia, 65 cases: half within 0.2 mi "just out of sight", a second group at a "specific location", often scenic or significant',
    'A',
    65,
  ),
  /** The far component begins at this quantile of the distance. */
  splitShare: figure(0.5, 'share', 'dbs-sar.com, despondent, Virginia: half are near', 'A', 65),
  /** Density in the far component over the density of the same class in the near one. */
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
