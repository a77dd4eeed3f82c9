import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { correctAddress } from '#places/address-correction'
import { ParseAddressResponse } from '#places/address-correction/schemas'
import { quiet } from '../../fixtures/places.ts'
import { runs } from '../../setup/suite.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'
import { explainsLine } from './applied.ts'

const gazetteer = await gazetteerOf(towns)
const words = [
  '14',
  '14a',
  '3',
  '26310',
  '26420',
  '99',
  'Rue',
  'r.',
  'du',
  'Moulin',
  'Moulni',
  'MOULIN',
  'Brumeville',
  'Brumevile',
  'Nebelstadt',
  'Saint-Julien-le-Bois',
  'St Julien',
  'Valmonde',
  'Vieux',
  'Port',
  'Paris',
  'Lyon',
  'France',
  'FR',
  'Müllerstraße',
  'Mullerstr.',
  'Apt 4',
  '🙂',
]
const separators = fc.constantFrom(' ', ', ', ',', '\n', '', ' - ', ': ')
const addressLike = fc
  .array(fc.tuple(fc.constantFrom(...words), separators), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.flat().join(''))
/** Addresses as people write them, with mistakes. */
const plausible = fc
  .tuple(
    fc.constantFrom(
      '14 Rue du Moulin',
      '14 r. du Moulni',
      'Rue du Moulin 3',
      '3 RUE DU MOULIN',
      '99 Mullerstr.',
      'Moulin 14',
      '77 Rue Inconnue',
    ),
    fc.constantFrom(
      '26310 Brumeville',
      'Brumevile 26310',
      'Brumeville',
      '26310',
      '26340 Brumeville',
      '26420 St Julien',
      'Saint-Julien-le-Bois',
      '69001 Lyon',
    ),
    fc.constantFrom('', 'France', 'Frankreich', 'Frnace'),
    fc.constantFrom('', 'Apt 4', 'Café Soleil', 'Zyx Gmbh', '🙂'),
    fc.boolean(),
    fc.constantFrom(', ', ',', ' ', '\n'),
  )
  .map(([street, town, country, other, isReversed, separator]) => {
    const parts = [street, town, country, other].filter(Boolean)
    return (isReversed ? parts.toReversed() : parts).join(separator)
  })
const texts = fc.oneof(
  { weight: 4, arbitrary: addressLike },
  plausible,
  fc.string({ unit: 'binary' }),
)
const countries = fc.constantFrom(undefined, 'FRA', 'DEU')

describe('any text', () => {
  it('returns a valid item of the response, with a correction whenever the line changed', async () => {
    await fc.assert(
      fc.asyncProperty(texts, countries, async (text, country) => {
        const result = await correctAddress(gazetteer, { text, country }, quiet)
        ParseAddressResponse.parse({ results: [{ index: 0, ...result }] })
        expect(result.input).toBe(text)
        expect(result.corrections.length > 0).toBe(result.corrected !== text)
        for (const { original, corrected, type } of result.corrections) {
          expect(original).not.toBe(corrected)
          if (original === null) expect(type).toBe('inferred')
          else expect(text).toContain(original)
          if (corrected === null) expect(type).toBe('removed')
          else expect(result.corrected).toContain(corrected)
        }
      }),
      { numRuns: runs(400) },
    )
  })

  it('becomes the corrected line by applying its corrections, and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plausible, texts), countries, async (text, country) => {
        const result = await correctAddress(gazetteer, { text, country }, quiet)
        expect(explainsLine(result), JSON.stringify(result)).toBe(true)
      }),
      { numRuns: runs(600) },
    )
  })

  it('keeps its numbers and unknown words', async () => {
    await fc.assert(
      fc.asyncProperty(addressLike, countries, async (text, country) => {
        const { corrected, corrections } = await correctAddress(gazetteer, { text, country }, quiet)
        const removed = corrections.map(({ original }) => original ?? '').join(' ')
        for (const word of ['99', '14a', 'Lyon', 'Paris', 'Apt 4', '🙂']) {
          if (text.includes(word)) expect(`${corrected} ${removed}`).toContain(word)
        }
      }),
      { numRuns: runs(400) },
    )
  })

  it('stays as it is when it is corrected again with high confidence', async () => {
    await fc.assert(
      fc.asyncProperty(plausible, countries, async (text, country) => {
        const once = await correctAddress(gazetteer, { text, country }, quiet)
        // A doubtful text may be read better without its mistakes.
        fc.pre(once.confidence >= 0.9)
        const again = await correctAddress(gazetteer, { text: once.corrected, country }, quiet)
        expect(again.corrected).toBe(once.corrected)
        expect(again.confidence).toBeGreaterThanOrEqual(0.9)
      }),
      { numRuns: runs(400) },
    )
  })
})
