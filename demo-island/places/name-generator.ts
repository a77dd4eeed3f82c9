import type { Rng } from '../plane/noise.ts'

// The island's language is invented: a few alpine-sounding words for kinds of streets, and invented words
// and people, with accents that exercise a search index.
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

/** Generates street names, each used once. */
export class StreetNameGenerator {
  private readonly used = new Set<string>()
  private readonly rng: Rng

  constructor(rng: Rng) {
    this.rng = rng
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
    const kind = this.rng.pick(kinds)
    const draw = this.rng.next()
    if (draw < 0.14) return `${kind} ${this.rng.pick(people)}`
    const word = this.rng.pick(words)
    if (draw < 0.34) return `${kind} da la ${word}`
    if (draw < 0.44) return `${kind} ${this.rng.pick(['Sura', 'Sut', 'Veglia', 'Nova'])} ${word}`
    return `${kind} ${word}`
  }
}

/** Picks a name for a shop, an inn or the like. */
export function pickVenueWord(rng: Rng): string {
  return rng.pick(venueWords)
}

/** Picks a surname, for a practice or a workshop. */
export function pickSurname(rng: Rng): string {
  return rng.pick(people).split(' ')[1]!
}
