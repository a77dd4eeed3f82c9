import type { Check } from '../check.ts'

/** Venues and categories of the demo island. */
export const venues: readonly Check[] = [
  {
    text: 'Piz Auvren',
    at: [[46.473839, -28.479284]],
    types: ['venue'],
    name: 'Piz Auvren',
    why: 'peak',
  },
  {
    text: 'Mount Auvren',
    at: [[46.473839, -28.479284]],
    types: ['venue'],
    name: 'Piz Auvren',
    why: 'peak in English',
  },
  {
    text: 'Serrin Castle',
    at: [[46.37695, -28.45247]],
    types: ['venue'],
    name: 'Chastè Serrin',
    why: 'English name',
  },
  {
    text: "Hopital de l'Ile",
    at: [[46.38199, -28.43881]],
    types: ['venue'],
    name: 'Ospital da l’Insla',
    why: 'French name, no circumflexes',
  },
  {
    text: 'pharmacy Lagrin',
    at: [[46.412968, -28.440884]],
    types: ['venue'],
    name: 'Apoteca Pan Frestg',
    why: 'category and town',
  },
  {
    text: 'Apoteca Verd',
    at: [[46.383332, -28.454908]],
    types: ['venue'],
    name: 'Apoteca Verd',
    why: 'venue, full name',
  },
  {
    text: 'Hotel Tschess',
    at: [
      [46.411927, -28.446842],
      [46.41055, -28.439544],
    ],
    types: ['venue'],
    name: 'Hotel Tschess',
    why: 'two of one name in one town',
  },
  {
    text: 'Piz Aurven',
    at: [[46.473839, -28.479284]],
    types: ['venue'],
    name: 'Piz Auvren',
    why: 'swap',
  },
  {
    text: 'Auvren Hut',
    at: [[46.462145, -28.480586]],
    types: ['venue'],
    name: 'Chamanna Auvren',
    why: 'English name',
  },
  {
    text: 'phare de Farolan',
    at: [[46.35122, -28.36735]],
    types: ['venue'],
    name: 'Farel Farolan',
    why: "French for lighthouse, and the island's village",
  },
  {
    text: 'Wolf Cave',
    at: [[46.43291, -28.55282]],
    types: ['venue'],
    name: 'Foura dal Luf',
    why: 'English name',
  },
  {
    text: 'museum Lagrin',
    at: [[46.408729, -28.444614]],
    types: ['venue'],
    name: 'Museum Sulegl',
    why: 'category and town',
  },
  {
    text: 'hotels near Lagrin',
    at: [
      [46.412846, -28.444218],
      [46.411927, -28.446842],
      [46.41055, -28.439544],
    ],
    types: ['venue'],
    why: 'plural of a category',
  },
]
