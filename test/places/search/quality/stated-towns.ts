import type { StatedTown } from '../../../fixtures/grown-addresses.ts'

const towns = (rows: readonly (readonly [name: string, lat: number, lon: number])[]) =>
  rows.map(([name, lat, lon]): StatedTown => ({ name, lat, lon }))

/**
 * Towns of the extract of Porto, which has streets, stops and clubs but hardly a town as an object. Centres
 * to a kilometre.
 */
export const portoTowns = towns([
  ['Porto', 41.15, -8.611],
  ['Vila Nova de Gaia', 41.124, -8.612],
  ['Matosinhos', 41.182, -8.689],
  ['Leça da Palmeira', 41.193, -8.7],
  ['Maia', 41.236, -8.62],
  ['Gondomar', 41.144, -8.532],
  ['Valongo', 41.188, -8.498],
  ['Ermesinde', 41.217, -8.553],
  ['Rio Tinto', 41.178, -8.56],
  ['Senhora da Hora', 41.185, -8.652],
  ['São Mamede de Infesta', 41.193, -8.609],
  ['Águas Santas', 41.206, -8.577],
  ['Canidelo', 41.13, -8.645],
  ['Valadares', 41.09, -8.64],
  ['Avintes', 41.105, -8.55],
  ['Carvalhos', 41.07, -8.58],
  ['Arcozelo', 41.06, -8.63],
  ['Grijó', 41.03, -8.58],
  ['Espinho', 41.007, -8.641],
  ['Silvalde', 40.99, -8.63],
  ['Nogueira da Regedoura', 41.0, -8.59],
  ['Trofa', 41.338, -8.558],
  ['Santo Tirso', 41.343, -8.477],
  ['Vila do Conde', 41.352, -8.745],
  ['Póvoa de Varzim', 41.383, -8.762],
  ['Árvore', 41.338, -8.722],
  ['Mindelo', 41.31, -8.722],
  ['Ribeirão', 41.361, -8.563],
  ['São Romão do Coronado', 41.287, -8.566],
  ['Muro', 41.305, -8.6],
  ['Vila Nova de Famalicão', 41.395, -8.52],
  ['Bagunte', 41.385, -8.66],
])

/** Made-up towns. */
export const andorraTowns = towns([
  ['Montferrer', 42.507, 1.52],
  ['Vallclara', 42.51, 1.536],
  ['Sant Climent del Roc', 42.545, 1.516],
  ['Puigvert', 42.572, 1.486],
  ['Castellnou de la Serra', 42.556, 1.533],
  ['Riudoms', 42.536, 1.584],
  ['Aiguaviva', 42.567, 1.598],
  ['Torrelles', 42.465, 1.49],
  ['Pontarró', 42.58, 1.65],
  ['Canyelles', 42.545, 1.73],
])
