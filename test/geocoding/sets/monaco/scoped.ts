import { anyArea, type Check } from '../check.ts'

/** Typing, focus, bounds and coordinates of Monaco. */
export const scoped: readonly Check[] = [
  { text: '43.7311, 7.4198', at: [[43.7311, 7.4198]], why: 'decimal degrees' },
  {
    text: 'Beausoleil',
    at: [[43.745884, 7.428941]],
    types: anyArea,
    name: 'Beausoleil',
    scope: { countries: ['FRA'] },
    why: 'the French town across the border',
  },
  {
    text: 'hotel hermit',
    at: [[43.738454, 7.425932]],
    types: ['venue'],
    partial: true,
    why: 'the type is no part of the name; last word begun',
  },
  {
    text: 'princesse ch',
    at: [
      [43.739978, 7.424011],
      [43.739346, 7.426187],
    ],
    types: ['street'],
    partial: true,
    why: 'street by its middle words',
  },
  {
    text: '27 av alb',
    at: [[43.730766, 7.416887]],
    types: ['address', 'street'],
    partial: true,
    why: 'number first while typing',
  },
  {
    text: 'monte-c',
    at: [[43.740296, 7.426559]],
    types: anyArea,
    name: 'Monte-Carlo',
    partial: true,
    why: 'typing past the hyphen',
  },
  {
    text: 'boulevard princesse c',
    at: [[43.739978, 7.424011]],
    types: ['street'],
    partial: true,
    why: 'one letter of the last word',
  },
]
