import type { Check } from '../check.ts'

/** Houses of Andorra. */
export const houses: readonly Check[] = [
  {
    text: 'Avinguda Meritxell 73',
    at: [[42.508902, 1.529397]],
    types: ['address'],
    house: '73',
    why: 'number after the street',
  },
  {
    text: '73 Avinguda Meritxell, Andorra la Vella',
    at: [[42.508902, 1.529397]],
    types: ['address'],
    house: '73',
    why: 'number before the street, town after',
  },
  {
    text: 'Av. Meritxell, 110, AD500 Andorra la Vella',
    at: [[42.508173, 1.532286]],
    types: ['address'],
    house: '110',
    why: 'full postal address with abbreviation and commas',
  },
  {
    text: "Carretera d'Arinsal 16, Arinsal",
    at: [[42.571742, 1.484493]],
    types: ['address'],
    house: '16',
    why: 'road and village share a word',
  },
  {
    text: 'carrer maria pla 19',
    at: [[42.506847, 1.532631]],
    types: ['address'],
    house: '19-21',
    why: 'mapped as the range 19-21; no accent',
  },
  {
    text: 'avinguda meritxell 85 2n 1a',
    at: [[42.5084, 1.530942]],
    types: ['address'],
    house: '85',
    why: 'floor and door after the number',
  },
  {
    text: 'Avinguda del Ravell 3, la Massana',
    at: [[42.54742, 1.513233]],
    types: ['address'],
    house: '3',
    why: 'house of a hotel',
  },
  {
    text: 'avinguda meritxell73',
    at: [[42.508902, 1.529397]],
    types: ['address'],
    house: '73',
    why: 'blank missing before the number',
  },
  {
    text: 'Avd. Meritxell 130',
    at: [[42.508273, 1.533723]],
    types: ['address'],
    house: '130',
    why: 'another abbreviation of avenue',
  },
  {
    text: 'Meritxell 110, Andorra',
    at: [[42.508173, 1.532286]],
    types: ['address'],
    house: '110',
    why: 'street without its type, number, country',
  },
  {
    text: 'avinguda carlemany 91 local 4',
    at: [[42.508614, 1.537261]],
    types: ['address'],
    house: '91',
    why: 'shop unit after the number',
  },
  {
    text: '91, av. carlemany AD700 Escaldes-Engordany',
    at: [[42.508614, 1.537261]],
    types: ['address'],
    house: '91',
    why: 'number first with comma, postcode, town',
  },
]
