import { describe, expect, test } from 'vitest'
import { readQuery } from '#language/reader'

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

describe('a sentence with two places that asks for no way between them is refused', () => {
  test.each([
    'Do you cross a toll bridge from Encamp to Soldeu?',
    'Who owns the meadows between Ordino and Pal?',
    'A smuggler once carried a piano from Encamp to Soldeu.',
    'À qui appartiennent les prés entre Ordino et Arinsal ?',
    'Mon oncle descendait de Pal à la Massana avec ses mules.',
    'Wem gehören die Wiesen zwischen Ordino und Pal?',
    'Im Roman flieht die Heldin von Encamp nach Soldeu.',
    '¿Quién pintó el mural que se ve entre Encamp y Soldeu?',
    'Los contrabandistas pasaban tabaco de Soldeu a Encamp de noche.',
    'Chi ha dipinto le case tra Encamp e Soldeu?',
    "L'anno scorso ho bucato due volte tra Soldeu e Encamp.",
    'Que aves fazem ninho entre Encamp e Soldeu?',
    'A minha cunhada enjoa sempre entre Encamp e Soldeu.',
  ])('%s', (text) => {
    expect(readQuery(text, { hasLocation: true })).toHaveProperty('refusal')
  })
})

describe('an unusual word for going asks for a way where the question does', () => {
  test.each([
    'Is it a long trudge from Encamp to Soldeu?',
    'Could my grandmother roll her wheelchair from Encamp to Soldeu?',
    'Ma grand-mère peut-elle trottiner de Encamp à Soldeu ?',
    'Wie zuckelt man gemütlich von Encamp nach Soldeu?',
    '¿Es mucho trecho de Encamp a Soldeu?',
    'Riuscirebbe un furgone carico a inerpicarsi da Encamp a Soldeu?',
    'Uma cadeira de rodas passa bem de Encamp até Soldeu?',
  ])('%s', (text) => {
    expect(readQuery(text, { hasLocation: false })).toMatchObject({ intent: 'route' })
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
    'How long is it from here to each of Ordino, Canillo and Encamp?',
  ])('%s', (text) => {
    expect(readQuery(text, { hasLocation: false }).refusal).toBe('relative_without_location')
    const reading = readQuery(text, { hasLocation: true })
    expect(reading.refusal).toBeUndefined()
    expect(!reading.refusal && reading.slots.places.some(({ kind }) => kind === 'here')).toBe(true)
  })

  test('is one place, however often it is said', () => {
    expect(readQuery('How high am I here?', { hasLocation: true })).toMatchObject({
      slots: { places: [{ kind: 'here' }] },
    })
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
