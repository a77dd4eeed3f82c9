import { assumed, figure } from './figure.ts'
import type { FindClass } from './finds.ts'

/**
 * Decides whether a term is applied, by one rule. A term is `measured` if, on held-out figures, it gains over the
 * model without it, beyond chance and with every behaviour. Other terms are off (`none`), except those that rest on
 * figures of real cases: these are `provisional`, and the response states this with the reason.
 */
export interface TermPolicy {
  readonly applied: boolean
  readonly basis: 'measured' | 'provisional' | 'none'
  readonly because: string
}

/** Terms that can be switched on and off. */
export const terms = {
  effort: {
    applied: true,
    basis: 'provisional',
    because:
      'a gain is published for real cases (Sava et al. 2016: rings with watersheds score 0.81, rings alone 0.78, 376 cases), but on synthetic finds held out it gains beyond chance with two of eight behaviours and loses with two; its exponent is an assumption',
  },
  features: {
    applied: true,
    basis: 'provisional',
    because:
      'it rests on counts of real finds (259 and 660, Great Britain) over national averages of the ground; on synthetic finds held out it gains beyond chance with two of eight behaviours and loses with none',
  },
  age: {
    applied: false,
    basis: 'none',
    because:
      'Not centred on the people of the source (mean 78 years), so it could only shrink; with it the two largest samples held out fit worse. Rowe 2011 (325 cases) found no difference by age or gender; O’Brien et al. 2021 has a direction (over 65 less far) without a readable size',
  },
  weather: {
    applied: false,
    basis: 'none',
    because:
      'Not centred on the weather of the source, so it could only shrink; no effect of weather on distance is published',
  },
  darkness: {
    applied: false,
    basis: 'none',
    because: 'No published effect of darkness on the place of finds, not even a direction',
  },
} as const satisfies Record<string, TermPolicy>

export type TermName = keyof typeof terms

/** Factor on distances by age, linear between the knots and constant beyond them. Not applied; kept for ablation. */
export const age = {
  scaleAtYears: assumed(
    [
      [50, 1.1],
      [65, 1],
      [80, 0.9],
    ] as readonly (readonly [number, number])[],
    'years, ratio',
    'Size chosen; direction from O’Brien, Giles and Waring 2021 (16,454 adults, UK)',
  ),
  unknownYears: assumed(65, 'years', 'The age at which distances stay as they are'),
  bounds: assumed(
    [0.85, 1.15] as readonly [number, number],
    'ratio',
    'No age moves distances more',
  ),
}

const windChill =
  'Osczevski and Bluestein 2005, wind chill of Environment Canada and the US National Weather Service'

/**
 * Severity of the weather from 0 to 1: the worst of cold, heat and rain, each linear between two values. Not applied;
 * kept for ablation.
 */
export const weather = {
  /** 13.12 + 0.6215 T - 11.37 v^0.16 + 0.3965 T v^0.16, T in degrees Celsius, v in km/h. */
  windChill: figure<readonly [number, number, number, number, number]>(
    [13.12, 0.6215, -11.37, 0.3965, 0.16],
    'coefficients',
    windChill,
    'B',
  ),
  windChillFromKilometersPerHour: figure(4.8, 'km/h', windChill, 'B'),
  windChillUpToCelsius: figure(10, '°C', windChill, 'B'),
  coldCelsius: assumed([10, -10] as readonly [number, number], '°C felt', 'Severity 0 and 1'),
  heatCelsius: assumed([27, 40] as readonly [number, number], '°C', 'Severity 0 and 1'),
  rainMmPerHour: assumed([0, 8] as readonly [number, number], 'mm/h', 'Severity 0 and 1'),
  /** Distances are multiplied by 1 - this x severity. */
  scaleLoss: assumed(0.15, 'ratio', 'Size chosen; direction from Rowe 2011'),
  /** Preferences of sheltering classes are multiplied by 1 + this x severity. */
  shelterGain: assumed(0.15, 'ratio', 'Size chosen; direction from Bantry White 2014'),
  shelterClasses: assumed<readonly FindClass[]>(
    ['structure', 'wood'],
    'classes',
    'Out of the wind',
  ),
}

/** Not applied; kept for ablation. */
export const darkness = {
  /** In darkness the preferences of structures and roads are multiplied by 1 + this. */
  gain: assumed(0.15, 'ratio', 'Upper bound; no evidence'),
  classes: assumed<readonly FindClass[]>(['structure', 'road_path'], 'classes', 'No evidence'),
  /** Altitude of the sun below which it is dark. */
  sunAltitudeDegrees: figure(-6, 'degrees', 'End of civil twilight', 'definition'),
}

/** Bounds of the product of all factors on distance. */
export const scale = {
  bounds: assumed([0.75, 1.15] as readonly [number, number], 'ratio', 'Age and weather together'),
}
