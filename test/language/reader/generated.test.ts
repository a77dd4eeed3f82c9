import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type PlaceSlot,
  type ReaderLanguage,
  type Reading,
  readerLanguages,
  readQuery,
} from '#language/reader'
import { runs } from '../../setup/suite.ts'

interface Frames {
  route: string[]
  via: string[]
  /** Start, three stops, end. */
  optimize: string[]
  /** Frames of an area: place and duration. */
  isochrone: string[]
  openers: string[]
  asides: string[]
  quarter: string
  half: string
}

const frames: Record<ReaderLanguage, Frames> = {
  en: {
    route: [
      'How do I get from A to B?',
      'Route from A to B',
      'I want to drive from A to B',
      'Directions between A and B',
    ],
    via: ['Walk from A to B via C', 'I want to cycle from A to B, passing through C.'],
    optimize: ['What is the best order to visit B, C and D, starting at A and ending at E?'],
    isochrone: ['How far can I walk in T from A?', 'Show the area within T by car from A'],
    openers: ['Hi there!', 'Sorry to bother you.', 'My sister is visiting and she is very tired.'],
    asides: ['Thanks a lot.', 'We have dinner at eight.', 'It has been raining all day.'],
    quarter: 'a quarter of an hour',
    half: 'half an hour',
  },
  fr: {
    route: [
      'Comment aller de A à B ?',
      'Itinéraire de A à B',
      "Je veux aller de A jusqu'à B en voiture",
      'Le trajet entre A et B',
    ],
    via: ['Je marche de A à B via C', 'Je veux aller à vélo de A à B en passant par C.'],
    optimize: [
      'Quel est le meilleur ordre pour voir B, C et D, en partant de A et en terminant à E ?',
    ],
    isochrone: [
      "Jusqu'où puis-je marcher en T depuis A ?",
      'Zone accessible en T en voiture autour de A',
    ],
    openers: [
      'Bonjour !',
      'Excusez-moi de vous déranger.',
      'Ma soeur est ici et elle est très fatiguée.',
    ],
    asides: ['Merci beaucoup.', 'On dîne à huit heures.', 'Il pleut depuis ce matin.'],
    quarter: "un quart d'heure",
    half: 'une demi-heure',
  },
  de: {
    route: [
      'Wie komme ich von A nach B?',
      'Route von A nach B',
      'Ich will mit dem Auto von A nach B fahren',
      'Der Weg zwischen A und B',
    ],
    via: ['Ich gehe zu Fuß von A über C nach B', 'Mit dem Rad von A nach B, mit Halt in C.'],
    optimize: ['Was ist die beste Reihenfolge für B, C und D, Start in A und Ende in E?'],
    isochrone: [
      'Wie weit komme ich in T zu Fuß von A aus?',
      'Das Gebiet um A, das ich in T mit dem Auto erreiche',
    ],
    openers: ['Hallo!', 'Entschuldigung für die Störung.', 'Meine Schwester ist da und sehr müde.'],
    asides: ['Vielen Dank.', 'Wir essen um acht.', 'Es regnete den ganzen Tag.'],
    quarter: 'einer Viertelstunde',
    half: 'einer halben Stunde',
  },
  es: {
    route: [
      '¿Cómo voy de A a B?',
      'Ruta de A a B',
      'Quiero ir en coche desde A hasta B',
      'El camino entre A y B',
    ],
    via: ['Camino de A a B pasando por C', 'Quiero ir en bici de A a B pasando por C.'],
    optimize: ['¿Cuál es el mejor orden para ver B, C y D, empezando en A y terminando en E?'],
    isochrone: ['¿Hasta dónde llego andando en T desde A?', 'Zona a menos de T en coche de A'],
    openers: ['¡Hola!', 'Perdone que le moleste.', 'Ha venido mi hermana y está muy cansada.'],
    asides: ['Muchas gracias.', 'Cenamos a las ocho.', 'Ha llovido todo el día.'],
    quarter: 'un cuarto de hora',
    half: 'media hora',
  },
  it: {
    route: [
      'Come vado da A a B?',
      'Percorso da A a B',
      'Voglio andare in macchina da A fino a B',
      'La strada tra A e B',
    ],
    via: ['Vado a piedi da A a B passando per C', 'In bici da A a B con una sosta a C.'],
    optimize: ["Qual è l'ordine migliore per vedere B, C e D, partendo da A e finendo a E?"],
    isochrone: ['Fin dove arrivo a piedi in T da A?', "L'area raggiungibile in T in auto da A"],
    openers: ['Ciao!', 'Scusi il disturbo.', 'È arrivata mia sorella ed è molto stanca.'],
    asides: ['Grazie mille.', 'Ceniamo alle otto.', 'Ha piovuto tutto il giorno.'],
    quarter: "un quarto d'ora",
    half: "mezz'ora",
  },
  pt: {
    route: [
      'Como vou de A a B?',
      'Rota de A a B',
      'Quero ir de carro de A até B',
      'O caminho entre A e B',
    ],
    via: ['Vou a pé de A a B passando por C', 'Quero ir de bicicleta de A até B passando por C.'],
    optimize: ['Qual é a melhor ordem para ver B, C e D, começando em A e terminando em E?'],
    isochrone: ['Até onde chego a pé em T a partir de A?', 'Área a menos de T de carro de A'],
    openers: ['Olá!', 'Desculpe o incómodo.', 'A minha irmã veio e está muito cansada.'],
    asides: ['Muito obrigado.', 'Jantamos às oito.', 'Choveu o dia todo.'],
    quarter: 'um quarto de hora',
    half: 'meia hora',
  },
}

const syllable = fc.constantFrom(
  'vor',
  'kal',
  'mir',
  'dus',
  'zen',
  'bru',
  'lop',
  'tir',
  'gam',
  'wek',
  'fid',
  'nos',
)
const word = fc
  .array(syllable, { minLength: 2, maxLength: 3 })
  .map((parts) => parts.join(''))
  .map((text) => text[0]!.toUpperCase() + text.slice(1))
/** Names with a small word inside, a hyphen, an apostrophe, a house number. */
const name = fc.oneof(
  word,
  fc.tuple(word, word).map((parts) => parts.join(' ')),
  fc.tuple(word, word).map((parts) => parts.join(' de la ')),
  fc.tuple(word, word).map((parts) => parts.join('-')),
  fc.tuple(word, word).map((parts) => parts.join(" d'")),
  fc.tuple(word, fc.integer({ min: 1, max: 199 })).map((parts) => parts.join(' ')),
)
const names = (count: number) =>
  fc.uniqueArray(name, { minLength: count, maxLength: count, selector: (text) => text.slice(0, 4) })
const language = fc.constantFrom(...readerLanguages)

const fill = (frame: string, values: Record<string, string>) =>
  frame.replace(/\b[A-ET]\b(?!')/g, (letter) => values[letter] ?? letter)

const read = (text: string) => readQuery(text, { hasLocation: false })
const textOf = (place: PlaceSlot) => (place.kind === 'named' ? place.text : place.kind)
const placesOf = (reading: Reading) =>
  reading.refusal ? reading.refusal : reading.slots.places.map(textOf)

/** The frames of a kind, each with its language. */
const framesOf = (kind: 'route' | 'via' | 'optimize' | 'isochrone') =>
  readerLanguages.flatMap((language) =>
    frames[language][kind].map((frame) => [language, frame] as const),
  )

describe('names come back as typed and in the order of the way', () => {
  test.each(framesOf('route'))('%s: %s', (language, frame) => {
    fc.assert(
      fc.property(names(2), ([A, B]) => {
        const reading = read(fill(frame, { A: A!, B: B! }))
        expect([reading.language, reading.intent, placesOf(reading)]).toEqual([
          language,
          'route',
          [A, B],
        ])
      }),
      { numRuns: runs(60) },
    )
  })

  test.each(framesOf('via'))('%s: %s', (_, frame) => {
    fc.assert(
      fc.property(names(3), ([A, B, C]) => {
        const reading = read(fill(frame, { A: A!, B: B!, C: C! }))
        expect([reading.intent, placesOf(reading)]).toEqual(['route', [A, C, B]])
      }),
      { numRuns: runs(60) },
    )
  })

  test.each(framesOf('optimize'))('%s: %s', (_, frame) => {
    fc.assert(
      fc.property(names(5), ([A, B, C, D, E]) => {
        const reading = read(fill(frame, { A: A!, B: B!, C: C!, D: D!, E: E! }))
        expect([reading.intent, placesOf(reading)]).toEqual(['optimize', [A, B, C, D, E]])
      }),
      { numRuns: runs(60) },
    )
  })
})

describe('durations are read in figures and in words', () => {
  test.each(framesOf('isochrone'))('%s: %s', (language, frame) => {
    const contoursOf = (time: string, A: string) => {
      const reading = read(fill(frame, { T: time, A }))
      return (
        reading.refusal ?? [
          reading.intent,
          reading.slots.places.map(textOf),
          reading.slots.contours,
        ]
      )
    }
    fc.assert(
      fc.property(name, fc.integer({ min: 2, max: 119 }), (A, minutes) => {
        expect(contoursOf(`${minutes} min`, A)).toEqual(['isochrone', [A], [{ time: minutes }]])
      }),
      { numRuns: runs(60) },
    )
    expect(contoursOf(frames[language].quarter, 'Vorkal')).toEqual([
      'isochrone',
      ['Vorkal'],
      [{ time: 15 }],
    ])
    expect(contoursOf(frames[language].half, 'Vorkal')).toEqual([
      'isochrone',
      ['Vorkal'],
      [{ time: 30 }],
    ])
  })
})

test('openers and asides in front or behind change nothing', () => {
  const question = language.chain((language) => {
    const { route, via, isochrone, openers, asides } = frames[language]
    return fc.record({
      frame: fc.constantFrom(...route, ...via, ...isochrone),
      opener: fc.constantFrom(...openers),
      aside: fc.constantFrom(...asides),
      values: names(3).map(([A, B, C]) => ({ A: A!, B: B!, C: C!, T: '20 min' })),
    })
  })
  fc.assert(
    fc.property(question, ({ frame, opener, aside, values }) => {
      const text = fill(frame, values)
      const ended = /[.?]$/.test(text) ? text : `${text}.`
      const bare = read(text)
      expect(read(`${opener} ${ended}`)).toEqual(bare)
      expect(read(`${ended} ${aside}`)).toEqual(bare)
      expect(read(`${opener} ${ended} ${aside}`)).toEqual(bare)
    }),
    { numRuns: runs(400) },
  )
})

test('coordinates come back within a millionth of a degree', () => {
  const angle = (max: number) =>
    fc.integer({ min: -max * 10_000, max: max * 10_000 }).map((n) => n / 10_000)
  fc.assert(
    fc.property(angle(85), angle(179), angle(85), angle(179), (lat, lon, otherLat, otherLon) => {
      const [from, to] = [
        [lat, lon],
        [otherLat, otherLon],
      ].map(([a, b]) => `${a!.toFixed(4)}, ${b!.toFixed(4)}`)
      const reading = read(`Route from ${from} to ${to} by bike`)
      if (reading.refusal) throw new Error(reading.refusal)
      const positions = reading.slots.places.map(
        (place) => place.kind === 'position' && place.position,
      )
      expect(positions).toEqual([
        { lat, lon },
        { lat: otherLat, lon: otherLon },
      ])
    }),
    { numRuns: runs(200) },
  )
})

test('any text is read without an error, and a refusal has a reason', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(
          'from',
          'to',
          'A',
          '12',
          ',',
          '.',
          'and',
          'km',
          '\n',
          '8:30',
          "l'",
          'nach',
          '¿',
        ),
        { maxLength: 40 },
      )
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(text, fc.boolean(), (text, hasLocation) => {
      const reading = readQuery(text, { hasLocation })
      expect(readerLanguages).toContain(reading.language)
      if (!reading.refusal) expect(reading.slots.places.length).toBeGreaterThan(0)
    }),
    { numRuns: runs(1000) },
  )
})
