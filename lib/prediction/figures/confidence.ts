import type { Confidence, Profile } from '../prediction.ts'
import { assumed } from './figure.ts'

/** How confidence is told from what is known. */
export const confidence = {
  /** The best the evidence on a profile allows, outside dry country. */
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
  dryCap: assumed('medium' as Confidence, 'confidence', 'Distances from 14 or 15 cases'),
  /** One step lower when the law places less than this inside the area. */
  stepBelowInsideMass: assumed(0.75, 'share', 'The edge lies within the 75 % distance'),
  /** Low when the law places less than this inside the area. */
  lowBelowInsideMass: assumed(0.5, 'share', 'The edge lies within the median distance'),
  /** A layer counts as missing when more hexagons than this lack it. */
  missingLayerShare: assumed(0.1, 'share', 'One hexagon of ten'),
  /** A hexagon lacks land cover when more of it than this is not mapped. */
  unmappedGroundShare: assumed(0.5, 'share', 'Most of the hexagon'),
  /** One step lower when a cone is expected to take away more than this. */
  coneRemovedShare: assumed(0.35, 'share', 'A cone of 45° to either side would'),
}
