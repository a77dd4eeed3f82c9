import type { Ecoregion, Profile } from '../prediction.ts'
import { dryEdgeDegrees, dryRegions } from './dry-regions.ts'
import { assumed, type Figure, figure } from './figure.ts'

/** Koester's quantiles: distances from the point last seen at 25, 50, 75 and 95 %, miles as printed. */
export type DistanceQuantiles = readonly [number, number, number, number]

const book = 'Koester 2008, Lost Person Behavior (ISRID)'

function dementia(miles: DistanceQuantiles, cases: number): Figure<DistanceQuantiles> {
  return figure(
    miles,
    'mi',
    `${book}, dementia, straight line from the point last seen`,
    'B',
    cases,
  )
}

function despondent(miles: DistanceQuantiles): Figure<DistanceQuantiles> {
  const source = `${book}, despondent, as transcribed in IGT4SAR and MapScore; the number of cases was not found`
  return figure(miles, 'mi', source, 'B-')
}

const distances: Record<Profile, Record<Ecoregion, Figure<DistanceQuantiles>>> = {
  dementia_alzheimers: {
    temperate_mountainous: dementia([0.2, 0.5, 1.2, 5.1], 95),
    temperate_flat: dementia([0.2, 0.6, 1.5, 7.9], 175),
    dry_mountainous: dementia([0.6, 1.2, 1.9, 3.8], 14),
    dry_flat: dementia([0.3, 1.0, 2.2, 7.3], 15),
    urban: dementia([0.2, 0.7, 2.0, 7.8], 336),
  },
  despondent: {
    temperate_mountainous: despondent([0.2, 0.7, 2.0, 13.3]),
    temperate_flat: despondent([0.2, 0.5, 1.4, 10.7]),
    dry_mountainous: despondent([0.5, 1.0, 2.1, 11.1]),
    dry_flat: despondent([0.3, 1.2, 2.3, 12.8]),
    urban: despondent([0.06, 0.3, 0.9, 8.1]),
  },
}

/** Distances from the origin at which people are found. */
export const radial = {
  distances,
  /** Shares of finds within the four distances. */
  quantileShares: figure([0.25, 0.5, 0.75, 0.95] as DistanceQuantiles, 'share', book, 'B'),
  metersPerMile: figure(
    1609.344,
    'm',
    'International yard and pound agreement, 1959',
    'definition',
  ),
  spike: {
    share: figure(
      0.1,
      'share',
      'Cawi, The Lognormal Distance Model (sarbayes.org): about 10 % of all ISRID cases at or within 50 m',
      'A',
    ),
    radiusMeters: figure(50, 'm', 'Cawi, The Lognormal Distance Model (sarbayes.org)', 'A'),
  },
  /** Median distance sideways from the track or line followed; half-normal. */
  trackOffsetMedianMeters: {
    dementia_alzheimers: figure(15, 'm', 'Koester 2008 through camsar.app, 50 %', 'C'),
    despondent: figure(50, 'm', 'Koester 2008 through camsar.app, 50 % (25 %: 30 m)', 'C'),
  } satisfies Record<Profile, Figure>,
}

/** Two values: weight 0 up to the first, weight 1 from the second, linear in between. */
type Thresholds = readonly [number, number]

/** Weights of the ecoregions. */
export const ecoregion = {
  urbanBuiltUpShare: assumed(
    [0.25, 0.75] as Thresholds,
    'share',
    'Built-up ground around the origin: not urban, and urban alone',
  ),
  builtUpRadiusMeters: assumed(1_000, 'm', 'Built-up share is looked at within this distance'),
  mountainousReliefMeters: assumed(
    [200, 400] as Thresholds,
    'm',
    'Highest less lowest ground: flat, and mountainous alone; around the 300 m of Kapos et al. 2000 (UNEP-WCMC), who look 7 km far',
  ),
  reliefRadiusMeters: assumed(5_000, 'm', 'Relief is looked at within this distance'),
  dryRegions,
  dryEdgeDegrees,
}
