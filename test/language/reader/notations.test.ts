import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readerLanguages, readQuery, type Slots } from '#language/reader'
import { runs } from '../../setup/suite.ts'

const slotsOf = (query: string): Slots => {
  const reading = readQuery(query, { hasLocation: false })
  if (reading.refusal) throw new Error(`refused: ${reading.refusal}`)
  return reading.slots
}
const placesOf = (query: string) =>
  slotsOf(query).places.map((place) => (place.kind === 'named' ? place.text : place.kind))

const syllables = ['vor', 'kal', 'mir', 'dus', 'zen', 'bru', 'lop', 'tir', 'gam', 'wek']
const word = fc
  .array(fc.constantFrom(...syllables), { minLength: 2, maxLength: 3 })
  .map((parts) => parts.join(''))
  .map((text) => text[0]!.toUpperCase() + text.slice(1))
const names = (minLength: number, maxLength = minLength) =>
  fc.uniqueArray(word, { minLength, maxLength, selector: (text) => text.slice(0, 5) })

const language = fc.constantFrom(...readerLanguages)

const orders = {
  en: 'Best order for these stops',
  fr: 'Le meilleur ordre pour ces arrêts',
  de: 'Beste Reihenfolge für diese Stopps',
  es: 'El mejor orden para estas paradas',
  it: "L'ordine migliore per queste tappe",
  pt: 'A melhor ordem para estas paragens',
}

/** Ways to write a list. */
const notations: Record<string, (items: readonly string[]) => string> = {
  commas: (items) => `: ${items.join(', ')}`,
  semicolons: (items) => ` : ${items.join(' ; ')}`,
  lines: (items) => `:\n${items.join('\n')}`,
  bullets: (items) => `:\n${items.map((item) => `- ${item}`).join('\n')}`,
  'numbered lines': (items) => `:\n${items.map((item, i) => `${i + 1}. ${item}`).join('\n')}`,
  'numbers in a row': (items) => `: ${items.map((item, i) => `${i + 1}) ${item}`).join(' ')}`,
}

describe('a list is the same in any notation, and begins where nothing else is said', () => {
  test.each(Object.entries(notations))('%s', (_, write) => {
    fc.assert(
      fc.property(language, names(4, 7), (language, items) => {
        expect(placesOf(`${orders[language]}${write(items)}`)).toEqual(items)
      }),
      { numRuns: runs(120) },
    )
  })
})

test('arrows of any kind lead from place to place', () => {
  const arrow = fc.constantFrom('->', '-->', '=>', '→', '>')
  fc.assert(
    fc.property(names(2, 5), arrow, (items, arrow) => {
      const query = items.join(` ${arrow} `)
      expect(readQuery(query, { hasLocation: false }).intent).toBe('route')
      expect(placesOf(query)).toEqual(items)
    }),
    { numRuns: runs(120) },
  )
})

test('fields of a form are read by their labels', () => {
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  fc.assert(
    fc.property(names(2), time, ([from, to], [hour, minute]) => {
      const clock = `${hour}:${String(minute).padStart(2, '0')}`
      const slots = slotsOf(`From: ${from}; To: ${to}; By: car; Leaving: ${clock}`)
      expect(slots.places.map((place) => place.kind === 'named' && place.text)).toEqual([from, to])
      expect(slots).toMatchObject({ travel: 'auto', departure: clock.padStart(5, '0') })
    }),
    { numRuns: runs(120) },
  )
})

const sides = {
  en: 'Travel times by car between, on the one hand, A and B and, on the other hand, C and D',
  fr: "Tableau des durées en voiture entre, d'une part, A et B et, d'autre part, C et D",
  de: 'Tabelle der Fahrzeiten einerseits von A und B, andererseits nach C und D',
  es: 'Tabla de tiempos en coche: orígenes A y B; destinos C y D',
  it: 'Tabella dei tempi in auto: origini: A e B; destinazioni: C e D',
  pt: 'matriz de tempos de carro entre A e B (origens) e C e D (destinos)',
}

test.each(Object.entries(sides))('%s: a table has the two groups that it names', (_, frame) => {
  fc.assert(
    fc.property(names(4), ([A, B, C, D]) => {
      const { places } = slotsOf(
        frame.replace(/\b[A-D]\b/g, (letter) => ({ A, B, C, D })[letter as 'A'] ?? letter),
      )
      const textsOf = (role: string) =>
        places.flatMap((place) =>
          place.kind === 'named' && place.role === role ? [place.text] : [],
        )
      expect([textsOf('source'), textsOf('target')]).toEqual([
        [A, B],
        [C, D],
      ])
    }),
    { numRuns: runs(40) },
  )
})

test('an address keeps its number, postcode and town', () => {
  const number = fc.integer({ min: 1, max: 199 })
  const postcode = fc.integer({ min: 10_000, max: 99_999 })
  fc.assert(
    fc.property(names(3), number, postcode, ([street, town, to], number, postcode) => {
      const before = `${number} Rue ${street}, ${postcode} ${town}`
      const after = `${street} ${number}, ${postcode} ${town}`
      expect(placesOf(`from ${before} to ${to} by car`)).toEqual([before, to])
      expect(placesOf(`from ${to} to ${after} by car`)).toEqual([to, after])
    }),
    { numRuns: runs(80) },
  )
})

test('labelled coordinates are those without labels', () => {
  const angle = (max: number) =>
    fc.integer({ min: -max * 10_000, max: max * 10_000 }).map((n) => n / 10_000)
  const labels = fc.constantFrom(
    ['lat ', ', lon '],
    ['latitude: ', ' longitude: '],
    ['lat=', '; lng='],
  )
  fc.assert(
    fc.property(angle(85), angle(179), labels, (lat, lon, [first, second]) => {
      const query = `What is at ${first}${lat.toFixed(4)}${second}${lon.toFixed(4)}?`
      expect(slotsOf(query).places).toMatchObject([{ kind: 'position', position: { lat, lon } }])
    }),
    { numRuns: runs(80) },
  )
})

test('several durations with one unit are several contours', () => {
  const joints = { en: 'and within', fr: 'et en', de: 'und in', es: 'y en', it: 'e in', pt: 'e em' }
  const frames = {
    en: 'Which area can I reach within T by car from A?',
    fr: 'Quelle zone puis-je atteindre en T en voiture depuis A ?',
    de: 'Welches Gebiet erreiche ich in T mit dem Auto von A aus?',
    es: '¿Qué zona alcanzo en T en coche desde A?',
    it: 'Quale zona raggiungo in T in auto da A?',
    pt: 'Que zona alcanço em T de carro a partir de A?',
  }
  const minutes = fc.integer({ min: 2, max: 59 })
  fc.assert(
    fc.property(language, word, minutes, minutes, (language, A, first, second) => {
      const times = `${first} ${joints[language]} ${second} min`
      const query = frames[language].replace('T', times).replace(/\bA\b(?= ?\?| aus)/, A)
      expect(slotsOf(query).contours).toEqual([{ time: first }, { time: second }])
    }),
    { numRuns: runs(80) },
  )
})
