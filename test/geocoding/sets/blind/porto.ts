import { anyArea, type Check } from '../check.ts'

export const porto: readonly Check[] = [
  {
    text: 'Rua de Santa Catarina',
    at: [
      [41.15051, -8.60553],
      [41.35672, -8.74606],
      [41.35713, -8.74975],
    ],
    types: ['street'],
    why: 'the shopping street, or its namesake up the coast',
  },
  {
    text: 'Rua de Santa Catarina, Porto',
    at: [[41.15051, -8.60553]],
    types: ['street'],
    scope: { focus: { lat: 41.1496, lon: -8.611 } },
    why: 'the city is not in the extract, which must not stand in the way',
  },
  {
    text: 'avenida dos aliados',
    at: [[41.14788, -8.61128]],
    types: ['street'],
    scope: { focus: { lat: 41.1496, lon: -8.611 } },
    why: 'the nearer of two',
  },
  {
    text: 'av. da boavista',
    at: [
      [41.15774, -8.62774],
      [41.15807, -8.63047],
    ],
    types: ['street'],
    why: 'avenue abbreviated',
  },
  {
    text: 'Rotunda da Boavista',
    at: [
      [41.15886, -8.62882],
      [41.15842, -8.62801],
    ],
    why: 'the name everybody uses for Praça Mouzinho de Albuquerque',
  },
  { text: 'ponte da arrabida', at: [[41.14847, -8.6405]], why: 'the bridge without its accent' },
  {
    text: 'Ponte D. Luís I',
    at: [
      [41.1409, -8.60969],
      [41.13923, -8.60922],
      [41.1384, -8.60883],
    ],
    why: 'Dom abbreviated; the bridge has two decks',
  },
  {
    text: 'rua machado dos santos 505, calendário',
    at: [[41.38694, -8.54375]],
    house: '505',
    why: 'an address in a town that has only addresses',
  },
  {
    text: 'Rua Brito Camacho, 214, 4760-277 Calendário',
    at: [[41.38738, -8.54338]],
    house: '214',
    why: 'as on an envelope',
  },
  {
    text: 'R. Dr. António Sousa Oliveira 123',
    at: [[41.20747, -8.57909]],
    types: ['address', 'venue'],
    why: 'street and doctor abbreviated',
  },
  { text: '4760-505', at: [[41.38694, -8.54375]], types: ['postalcode'], why: 'a full postcode' },
  {
    text: 'VCI',
    at: [
      [41.12304, -8.61315],
      [41.12035, -8.62348],
      [41.13134, -8.5902],
      [41.12202, -8.62013],
      [41.1279, -8.59497],
    ],
    types: ['street'],
    why: 'what every driver calls the inner ring',
  },
  {
    text: 'R. de Cedofeita',
    at: [[41.15019, -8.61689]],
    types: ['street'],
    why: 'street abbreviated',
  },
  {
    text: 'Rua de Cedofeita e Rua do Breyner',
    at: [[41.15158, -8.61763]],
    name: 'Rua de Cedofeita & Rua do Breyner',
    why: 'an intersection in Portuguese',
  },
  { text: 'Rua do Almada & Rua dos Clérigos', at: [[41.14599, -8.61221]], why: 'an intersection' },
  {
    text: 'praca carlos alberto',
    at: [[41.14879, -8.61617]],
    types: ['street'],
    why: 'no cedilla, no preposition',
  },
  {
    text: 'cais da ribeira',
    at: [
      [41.14035, -8.61305],
      [41.14059, -8.6113],
    ],
    why: 'the quay of the old town',
  },
  { text: 'Gaia Wharf', at: [[41.13829, -8.61178]], why: 'the English name of Cais de Gaia' },
  {
    text: 'Aldeia de Couce, Portugal',
    at: [[41.15916, -8.48673]],
    types: anyArea,
    why: 'a village with its country',
  },
  {
    text: 'repsol',
    at: [[41.14796, -8.63455]],
    types: ['venue'],
    scope: { focus: { lat: 41.1485, lon: -8.635 } },
    why: 'the petrol station round the corner',
  },
  {
    text: 'fontenario samaritana',
    at: [[41.32285, -8.595]],
    why: 'neither accent nor preposition',
  },
  {
    text: 'Av. Marechal Gomes da Costa',
    at: [
      [41.16089, -8.65838],
      [41.15624, -8.66977],
      [41.15891, -8.66348],
    ],
    types: ['street'],
    scope: { focus: { lat: 41.16, lon: -8.66 } },
    why: 'abbreviated, without its "do"',
  },
  {
    text: 'estrada da circunvalacao',
    at: [
      [41.17941, -8.62958],
      [41.1721, -8.68041],
      [41.18123, -8.58376],
      [41.17966, -8.58919],
      [41.17345, -8.56764],
      [41.18316, -8.61345],
      [41.17679, -8.66168],
    ],
    types: ['street'],
    why: 'the ring road without cedilla and tilde',
  },
  {
    text: 'rua miguel bomb',
    at: [
      [41.15007, -8.6177],
      [41.14935, -8.623],
    ],
    types: ['street'],
    partial: true,
    why: 'Rua de Miguel Bombarda being typed without its preposition, as the map has its western part',
  },
  {
    text: 'rua de cedofeta',
    at: [[41.15019, -8.61689]],
    types: ['street'],
    why: 'a letter dropped',
  },
]
