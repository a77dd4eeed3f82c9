import { anyArea, type Check } from '../check.ts'

/** Typing, focus, bounds and coordinates of the demo island. */
export const scoped: readonly Check[] = [
  {
    text: 'Port Serrin',
    at: [[46.385759, -28.446043]],
    types: anyArea,
    name: 'Port Serrin',
    scope: { focus: { lat: 46.513953, lon: -28.40049 } },
    why: 'focus does not hide the town',
  },
  {
    text: 'Ustaria Vuolp',
    at: [[46.51149, -28.40038]],
    types: ['venue'],
    name: 'Ustaria Vuolp',
    scope: { focus: { lat: 46.513953, lon: -28.40049 } },
    why: 'nearest of three inns of one name',
  },
  {
    text: 'port ser',
    at: [[46.385759, -28.446043]],
    types: anyArea,
    name: 'Port Serrin',
    partial: true,
    why: 'town while typing',
  },
  {
    text: 'gassa grev',
    at: [
      [46.381163, -28.442157],
      [46.381055, -28.452968],
      [46.350585, -28.3742],
    ],
    types: ['street'],
    name: 'Gassa Grevella',
    partial: true,
    why: 'street while typing',
  },
]
