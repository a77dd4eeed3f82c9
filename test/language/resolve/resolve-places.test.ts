import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPlacesError, resolvePlaces } from '#language/resolve'
import type { Gazetteer } from '#places/gazetteer'
import { gazetteerOf } from '../../places/search/small-gazetteer.ts'
import { runs } from '../../setup/suite.ts'
import { madeUpPlaces, named, positions, resolve } from './made-up-places.ts'

let gazetteer: Gazetteer
beforeAll(async () => {
  gazetteer = await gazetteerOf(madeUpPlaces)
})

describe('divisions of a text', () => {
  test('a name with "and" in it is one place where the map has it', async () => {
    const parts = [named('Marlow', 'source'), named('Spence', 'source')]
    const whole = [named('Marlow and Spence', 'source')]
    for (const divisions of [
      [parts, whole],
      [whole, parts],
    ]) {
      expect(await resolve(divisions, { gazetteer })).toEqual(['pair'])
    }
  })

  test('two names are two places where the map has both', async () => {
    const parts = [named('Ashby', 'source'), named('Borden', 'source')]
    const whole = [named('Ashby and Borden', 'source')]
    for (const divisions of [
      [parts, whole],
      [whole, parts],
    ]) {
      expect(await resolve(divisions, { gazetteer })).toEqual(['ashby', 'borden'])
    }
  })

  test('names with other small words are found as they are typed', async () => {
    const slots = [named('Pas de la Casa'), named('Bath to Wells', 'destination')]
    expect(await resolve([slots], { gazetteer })).toEqual(['pas', 'bath'])
  })

  test('a part of a name that means nothing is not left out', async () => {
    const slots = [named('Castle of Zwyx', 'origin', 'Castle'), named('Ashby', 'destination')]
    expect(await resolve([slots], { gazetteer })).toEqual({ missing: ['Castle of Zwyx'] })
  })

  test('words of the sentence behind a name are', async () => {
    const slots = [named('Hotel Corona for weeks', 'origin', 'Hotel Corona')]
    expect(await resolve([slots], { gazetteer })).toEqual(['hotel'])
  })
})

describe('namesakes', () => {
  test('the one beside the other place of the request is meant', async () => {
    for (const [town, mill] of [
      ['Ashby', 'mill1'],
      ['Borden', 'mill2'],
    ] as const) {
      const slots = [named('Old Mill'), named(town, 'destination')]
      expect(await resolve([slots], { gazetteer })).toEqual([mill, town.toLowerCase()])
    }
  })

  test('the one nearest to the caller is meant', async () => {
    for (const [location, mill] of [
      [positions.ashby, 'mill1'],
      [positions.borden, 'mill2'],
    ] as const) {
      const slots = [{ role: 'origin', kind: 'here' } as const, named('Old Mill', 'destination')]
      expect(await resolve([slots], { gazetteer, location })).toEqual(['here', mill])
    }
  })

  test('several names of several places are those that lie closest together', async () => {
    const found = await resolve([[named('Old Mill'), named('Star Bazaar', 'destination')]], {
      gazetteer,
    })
    expect([
      ['mill1', 'star1'],
      ['mill2', 'star2'],
    ]).toContainEqual(found)
  })

  test('alone it is the most important one, with a warning', async () => {
    const warnings: string[] = []
    const warn = (text: string) => void warnings.push(text)
    await resolve([[named('Old Mill', 'centre')]], { gazetteer, warn })
    expect(warnings).toEqual([expect.stringContaining('several places')])
  })

  test('a place with more words in its name is no namesake', async () => {
    const slots = [named('Hotel Corona'), named('Ashby', 'destination')]
    expect(await resolve([slots], { gazetteer })).toEqual(['hotel', 'ashby'])
  })

  test('a country decides among towns', async () => {
    const slots = [named('Toledo', 'centre')]
    expect(await resolve([slots], { gazetteer, country: 'ESP' })).toEqual(['toledo'])
    expect(await resolve([slots], { gazetteer, country: 'FRA' })).toEqual(['toledo2'])
    expect(await resolve([slots], { gazetteer, country: 'ITA' })).toEqual({ missing: ['Toledo'] })
  })
})

describe('kinds of places', () => {
  test('beside a named place the nearest to it is meant, wherever the caller is', async () => {
    for (const location of [undefined, positions.borden]) {
      const slots = [named('Ashby'), named('pharmacy', 'destination')]
      expect(await resolve([slots], { gazetteer, location })).toEqual(['ashby', 'drug1'])
    }
    const before = [named('pharmacy'), named('Borden', 'destination')]
    expect(await resolve([before], { gazetteer })).toEqual(['drug2', 'borden'])
  })

  test('alone the nearest to the caller is meant', async () => {
    const slots = [named('pharmacy', 'centre')]
    expect(await resolve([slots], { gazetteer, location: positions.borden })).toEqual(['drug2'])
    expect(await resolve([slots], { gazetteer })).toBe('relative')
  })
})

test('the way to a region leads to its main town', async () => {
  const context = { gazetteer, warn: () => {} }
  const resolution = await resolvePlaces([[named('Highland', 'destination')]], context)
  expect(resolution).toMatchObject({ places: [{ position: { lat: 44.45, lon: 6.45 } }] })
})

describe('what is not known', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'bcdfghjklmnpqrstvwxzàöß'),
    minLength: 5,
    maxLength: 14,
  })

  test('made-up names are never places', async () => {
    await fc.assert(
      fc.asyncProperty(letters, letters, async (one, two) => {
        const text = `${one} ${two}`
        const slots = [named(text, 'origin', one, two), named('Ashby', 'destination')]
        expect(await resolve([slots], { gazetteer })).toEqual({ missing: [text] })
      }),
      { numRuns: runs(200) },
    )
  })

  test('a known name with an unknown word is not', async () => {
    for (const text of ['Ashby Zwyxel', 'Zwyxel Ashby', 'Marble Zwyxel']) {
      expect(await resolve([[named(text, 'centre')]], { gazetteer })).toEqual({ missing: [text] })
    }
  })

  test('of divisions that are not known as a whole the one with most known places is reported', async () => {
    const joined = [named('Ashby, Zwyxel', 'source'), named('Borden', 'target')]
    const apart = [named('Ashby', 'source'), named('Zwyxel', 'source'), named('Borden', 'target')]
    expect(await resolve([joined, apart], { gazetteer })).toEqual({ missing: ['Zwyxel'] })
  })

  test('the error says which places are known, and which are not', async () => {
    const slots = [named('Zwyxel', 'via'), named('Ashby', 'destination'), named('Zwyxel', 'stop')]
    const { missing } = await resolvePlaces([slots], { gazetteer, warn: () => {} })
    expect(createPlacesError('route', missing!).toJSON()).toEqual({
      error: 'geocode_failed',
      message: 'No place "Zwyxel" is known in this region: check its name.',
      partial: {
        intent: 'route',
        resolved_locations: [{ text: 'Ashby', resolved: positions.ashby }],
        unresolved_locations: [{ text: 'Zwyxel' }],
      },
    })
  })
})

test('an aborted request ends the searches', async () => {
  const signal = AbortSignal.abort(new Error('gone'))
  await expect(resolve([[named('Ashby')]], { gazetteer, signal })).rejects.toThrow('gone')
})
