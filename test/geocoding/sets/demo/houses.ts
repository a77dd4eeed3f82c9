import type { Check } from '../check.ts'

/** Houses of the demo island. */
export const houses: readonly Check[] = [
  {
    text: 'Gassa Grevella 7, Port Serrin',
    at: [[46.381277, -28.452023]],
    types: ['address'],
    house: '7',
    why: 'house and town',
  },
  {
    text: '124 Veia Solèra',
    at: [[46.387088, -28.439536]],
    types: ['address'],
    house: '124',
    why: 'number first',
  },
  {
    text: 'veia solera 124, 1010 Port Serrin',
    at: [[46.387088, -28.439536]],
    types: ['address'],
    house: '124',
    why: 'postal address, no accent',
  },
  {
    text: 'Senda Ruvina 6 A, Lagrin',
    at: [[46.407743, -28.443462]],
    types: ['address'],
    house: '6a',
    why: 'suffix apart',
  },
  {
    text: 'Via Runcalet 34 Nevrin',
    at: [[46.51447, -28.401262]],
    types: ['address'],
    house: '34',
    why: 'a street name that other towns share',
  },
  {
    text: 'Via Principala 33, Farolan',
    at: [[46.351472, -28.37422]],
    types: ['address'],
    house: '33',
    why: 'the number exists in other villages too',
  },
  {
    text: 'Via Pegna 5 Pradetta',
    at: [[46.446855, -28.408717]],
    types: ['address'],
    house: '5',
    why: 'two towns have a Via Pegna',
  },
  {
    text: 'Gassa da la Pravert 10, 1010 Port Serrin',
    at: [[46.38508, -28.43651]],
    types: ['address'],
    house: '10',
    why: 'long street name, postcode, town',
  },
  {
    text: 'Lagrin, Senda Ruvina 11',
    at: [[46.40815, -28.44285]],
    types: ['address'],
    house: '11',
    why: 'town first',
  },
  {
    text: 'Via Mulin 11 Nevrin',
    at: [[46.51303, -28.39598]],
    types: ['address'],
    house: '11',
    why: 'other towns have streets of the word',
  },
  {
    text: 'gassa pegna 70',
    at: [[46.387791, -28.445196]],
    types: ['address'],
    house: '70',
    why: 'house with a dentist',
  },
]
