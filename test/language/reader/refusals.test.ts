import { describe, expect, test } from 'vitest'
import { readQuery } from '../../../lib/language/reader/index.ts'

const unanswerable = {
  opening_hours: [
    'Is Caldea open on Sundays?',
    'À quelle heure ouvre Caldea demain ?',
    'Bis wann hat Caldea heute geöffnet?',
    '¿A qué hora cierra Caldea?',
    'Caldea è aperta la domenica?',
    'Caldea está aberta ao domingo?',
  ],
  rating: [
    'Which hotel in Encamp would you recommend?',
    'Quel est le meilleur restaurant de Monaco ?',
    'Welches Hotel in Encamp kannst du empfehlen?',
    '¿Qué hotel me recomiendas en Encamp?',
    'Quale albergo mi consigli a Encamp?',
    'Que hotel me recomendas em Encamp?',
  ],
  price: [
    'How much does it cost to park near Oodi?',
    'Combien coûte le parking à Monaco ?',
    'Was kostet der Eintritt in Caldea?',
    '¿Cuánto vale la entrada a Caldea?',
    'Quanto costa il biglietto per Caldea?',
    'Quanto custa o bilhete para Caldea?',
  ],
  timetable: [
    'When does the last bus to Soldeu leave?',
    'À quelle heure passe le dernier bus pour Soldeu ?',
    'Wann fährt der nächste Bus nach Ordino?',
    '¿A qué hora sale el último autobús a Soldeu?',
    "A che ora parte l'ultimo autobus per Soldeu?",
    'A que horas sai o último autocarro para Soldeu?',
  ],
  forecast: [
    'What will the weather be like in Encamp at the weekend?',
    'Quel temps fera-t-il demain à Encamp ?',
    'Wird es morgen in Arinsal schneien?',
    '¿Qué tiempo hará mañana en Soldeu?',
    'Che tempo farà domani a Soldeu?',
    'Que tempo vai fazer amanhã em Soldeu?',
  ],
  opinion: [
    'Is Pal worth a visit?',
    'Est-ce que Pal vaut le détour ?',
    'Ist Ordino schöner als Pal?',
    '¿Merece la pena visitar Pal?',
    'È più bello Ordino o Pal?',
    'Vale a pena visitar Pal?',
  ],
  count: [
    'How many bars are in Kamppi?',
    "Combien d'habitants compte Ordino ?",
    'Wie viele Einwohner hat Encamp?',
    '¿Cuántos habitantes tiene Encamp?',
    'Quanti abitanti ha Encamp?',
    'Quantos habitantes tem Encamp?',
  ],
}

describe('what no backend answers is refused with its reason', () => {
  const cases = Object.entries(unanswerable).flatMap(([reason, texts]) =>
    texts.map((text) => [reason, text] as const),
  )
  test.each(cases)('%s: %s', (reason, text) => {
    for (const hasLocation of [true, false]) {
      expect(readQuery(text, { hasLocation }).refusal).toBe(reason)
    }
  })
})

describe('a place relative to the caller', () => {
  test.each([
    "Where's the nearest pharmacy?",
    'Où est la pharmacie la plus proche ?',
    'Wo ist die nächste Apotheke?',
    '¿Dónde está la farmacia más cercana?',
    "Dov'è la farmacia più vicina?",
    'Onde é a farmácia mais próxima?',
    'Take me to Caldea',
    'How far can I walk from here in 10 minutes?',
  ])('%s', (text) => {
    expect(readQuery(text, { hasLocation: false }).refusal).toBe('relative_without_location')
    const reading = readQuery(text, { hasLocation: true })
    expect(reading.refusal).toBeUndefined()
    expect(!reading.refusal && reading.slots.places.some(({ kind }) => kind === 'here')).toBe(true)
  })

  test('is not meant by the nearest one to a named place', () => {
    const reading = readQuery('Nearest pharmacy to Port Hercule?', { hasLocation: false })
    expect(reading).toMatchObject({
      intent: 'geocode',
      slots: { places: [{ text: 'Port Hercule' }] },
    })
  })
})

test.each(['', 'Hello, how are you?', 'Tell me a joke', 'Kamppi Oodi Kiasma Kallio', '???'])(
  'a text without a request is refused: %s',
  (text) => {
    expect(readQuery(text, { hasLocation: true }).refusal).toBe('no_request')
  },
)

test('a word for rain in an aside refuses nothing', () => {
  const text = 'It may rain. What is the way from Kamppi to Kallio on foot?'
  expect(readQuery(text, { hasLocation: false })).toMatchObject({ intent: 'route' })
})
