import type { Barrier, LandCover } from '#ground/landscape'
import { assumed, type Figure, figure } from './figure.ts'

const tobler = 'Tobler 1993, hiking function, as IGT4SAR and MapScore have it'

/** Constants of walking effort. */
export const effort = {
  /**
   * Exponent a of the effective distance d^(1-a) c^a, with the distance d and the cost c in metres of flat open
   * ground.
   */
  exponent: assumed(0.3, 'exponent', 'Plausible from 0 to 0.5'),
  /** Tobler: 6 exp(-3.5 |slope + 0.05|) km/h, slope as rise over run in the direction walked. */
  walking: {
    fastestKilometersPerHour: figure(6, 'km/h', tobler, 'B-'),
    decay: figure(3.5, '1', tobler, 'B-'),
    slopeOfFastest: figure(-0.05, 'rise over run', tobler, 'B-'),
  },
  /** Ratio of the speed on a land cover to the speed on a path. */
  landCoverSpeed: {
    unknown: assumed(1, 'ratio', 'Nothing known: as open ground'),
    open: assumed(1, 'ratio', 'What other land covers are compared with'),
    field: assumed(1, 'ratio', 'As open ground'),
    built_up: assumed(1, 'ratio', 'As open ground'),
    wood: assumed(0.7, 'ratio', 'Size chosen'),
    scrub: assumed(0.5, 'ratio', 'Size chosen'),
    rock: assumed(0.6, 'ratio', 'Size chosen'),
    sand: assumed(0.7, 'ratio', 'Size chosen'),
    wetland: assumed(0.4, 'ratio', 'Size chosen'),
    ice: assumed(0.4, 'ratio', 'Size chosen'),
    water: figure(0.01, 'ratio', 'IGT4SAR cost distance model: impedance 99 of 100', 'A'),
  } satisfies Record<LandCover, Figure>,
  /** Within this distance of a road or path, people walk at the speed of a path. */
  pathReachMeters: assumed(10, 'm', 'About the width of a pixel of the ground'),
  /** Cost of each crossing of a barrier, metres of flat open ground. */
  barrierMeters: {
    motorway: assumed(1_000, 'm', 'Size chosen: fenced, but people do cross'),
    railway: assumed(200, 'm', 'Size chosen: seldom fenced'),
    water: assumed(2_000, 'm', '20 m at the hundredth of the speed (impedance 99, IGT4SAR)'),
    cliff: assumed(2_000, 'm', '20 m at the hundredth of the speed (impedance 99, IGT4SAR)'),
  } satisfies Record<Barrier, Figure>,
}
