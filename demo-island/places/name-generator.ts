import type { Rng } from '../plane/noise.ts'

// The island's tongue is made up: a few alpine-sounding words for kinds of street, and invented
// words and people for the rest, with the accents that make a search index work.
const kinds = ['Via', 'Via', 'Via', 'Strada', 'Senda', 'Gassa', 'Veia']

// biome-ignore format: a list reads better filled
const words = [
  'Lumera', 'Tschiera', 'Orvin', 'Suleglia', 'Mulin', 'Furnera', 'Baselgetta', 'Chastlatsch',
  'Pravert', 'Ravischa', 'Selvanera', 'Curtinas', 'Fontanella', 'Ruvina', 'Cruschetta', 'Auaclera',
  'Marmugn', 'Tavlada', 'Zervetta', 'Nagliola', 'Plattuns', 'Salascha', 'Vinera', 'Pegna',
  'Larischs', 'Badugnas', 'Fraissen', 'Nuscherola', 'Tiglerina', 'Rusnera', 'Glerun', 'Sablunera',
  'Spelmetta', 'Cuortina', 'Muntadella', 'Clavadun', 'Stallera', 'Runcalet', 'Tschimarel',
  'Quadratscha', 'Vallatschun', 'Umbrivas', 'Solèra', 'Ovràn', 'Brölla', 'Süsomet', 'Crûnel',
  'Zuoràn', 'Murtèr', 'Pizzolan', 'Grevella', 'Tschengel', 'Falera Veglia', 'Runca Nova',
  'Ual Pitschen', 'Prada Lunga', 'Crap Alv', 'Plaun Grond', 'Mar Quiet', 'Vent Sura',
] as const

// biome-ignore format: a list reads better filled
const people = [
  'Orsel Cadrunel', 'Nevia Salvrin', 'Tullin Vonzeva', 'Madrisa Brunazin', 'Gadin Taramel',
  'Ursetta Limarin', 'Balzar Ovrinel', 'Sidonia Crestal', 'Duri Zarvella', 'Maritta Fundogn',
  'Clau Perdunel', 'Aita Ronvalsa',
] as const

// biome-ignore format: a list reads better filled
const venueWords = [
  'Alva', 'Nair', 'Sulegl', 'Glina', 'Stailas', 'Corv', 'Chamutsch', 'Stambuoch', 'Muntanella',
  'Rundella', 'Delfin', 'Farel', 'Ancra', 'Tschess', 'Vuolp', 'Luf Grisch', 'Brav Pastur', 'Ruscha',
  'Verd', 'Cotschen', 'Aur', 'Argient', 'Mellan', 'Tschierv', 'Aulta Riva', 'Bella Vuta', 'Trais Funs',
  'Vegl Mulin', 'Nov Chalet', 'Dutsch Lom', 'Sal e Fem', 'Pan Frestg',
] as const

/** Names of streets, each used once until they run out. */
export class StreetNameGenerator {
  private readonly used = new Set<string>()
  private readonly chance: Rng

  constructor(chance: Rng) {
    this.chance = chance
  }

  next(): string {
    for (;;) {
      const name = this.invent()
      if (this.used.has(name)) continue
      this.used.add(name)
      return name
    }
  }

  private invent(): string {
    const kind = this.chance.pick(kinds)
    const draw = this.chance.next()
    if (draw < 0.14) return `${kind} ${this.chance.pick(people)}`
    const word = this.chance.pick(words)
    if (draw < 0.34) return `${kind} da la ${word}`
    if (draw < 0.44) return `${kind} ${this.chance.pick(['Sura', 'Sut', 'Veglia', 'Nova'])} ${word}`
    return `${kind} ${word}`
  }
}

/** A name for a shop, an inn or the like. */
export function venueWord(chance: Rng): string {
  return chance.pick(venueWords)
}

/** A surname, for a practice or a workshop. */
export function surname(chance: Rng): string {
  return chance.pick(people).split(' ')[1]!
}
