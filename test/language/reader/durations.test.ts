import { describe, expect, test } from 'vitest'
import { readQuery } from '#language/reader'

describe('three quarters of an hour', () => {
  test.each([
    'How far can I get in three quarters of an hour from Ordino?',
    'Wie weit komme ich in einer Dreiviertelstunde ab Ordino?',
    "Jusqu'où aller en trois quarts d'heure depuis Ordino ?",
    '¿Hasta dónde llego en tres cuartos de hora desde Ordino?',
    "Dove arrivo in tre quarti d'ora da Ordino?",
    'Até onde chego em três quartos de hora a partir de Ordino?',
  ])('are 45 minutes: %s', (text) => {
    const reading = readQuery(text, { hasLocation: false })
    expect(reading).toMatchObject({ intent: 'isochrone', slots: { contours: [{ time: 45 }] } })
  })
})
