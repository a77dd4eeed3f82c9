import type { Confidence, Profile } from '../prediction.ts'
import { assumed } from './figure.ts'

/** Thresholds of the confidence rule. */
export const confidence = {
  /** Highest level that the evidence on a profile supports, outside dry country. */
  cap: {
    dementia_alzheimers: assumed(
      'high' as Confidence,
      'confidence',
      'Distances from 95 to 336 cases',
    ),
    despondent: assumed(
      'medium' as Confidence,
      'confidence',
      'Number of cases not found, bimodal, 8.6 % never found (misper.uk)',
    ),
  } satisfies Record<Profile, unknown>,
  /** Highest level in dry country. */
  dryCap: assumed('medium' as Confidence, 'confidence', 'Distances from 14 or 15 cases'),
  /** Highest level while the ground terms are provisional. */
  groundCap: assumed(
    'medium' as Confidence,
    'confidence',
    'No hold-out of real finds shows a gain by the ground',
  ),
  /** Lowers the level by one step when a smaller share of the distance distribution is inside the area. */
  stepBelowInsideMass: assumed(0.75, 'share', 'The edge lies within the 75 % distance'),
  /** Sets the lowest level when a smaller share of the distance distribution is inside the area. */
  lowBelowInsideMass: assumed(0.5, 'share', 'The edge lies within the median distance'),
  /** A layer counts as missing when a larger share of hexagons lacks it. */
  missingLayerShare: assumed(0.1, 'share', 'One hexagon of ten'),
  /** A hexagon lacks land cover when a larger share of it is unmapped. */
  unmappedGroundShare: assumed(0.5, 'share', 'Most of the hexagon'),
  /** Lowers the level by one step when the cone removes a larger share of the directions. */
  coneRemovedShare: assumed(0.35, 'share', 'A cone of 45° to either side would'),
}
