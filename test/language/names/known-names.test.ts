import { describe, expect, test } from 'vitest'
import { findKnownNames, maxLookups } from '#language/names'
import { readQuery } from '#language/reader'

/** A gazetteer of some names, which counts what is looked up. */
function gazetteerOf(...names: string[]) {
  const keys = new Set(names.map((name) => `n:${name}`))
  const words = new Set(names.flatMap((name) => name.split(' ')))
  const lookups: string[] = []
  return {
    lookups,
    hasWord: (word: string) => words.has(word),
    terms: async (wanted: readonly string[]) => {
      lookups.push(...wanted)
      return wanted.map((key) => (keys.has(key) ? { key, count: 1, minDocId: 0 } : undefined))
    },
  }
}

async function placesIn(query: string, ...names: string[]): Promise<string[]> {
  const isName = await findKnownNames(query, gazetteerOf(...names))
  const reading = readQuery(query, { hasLocation: false, isName })
  const places = reading.refusal ? reading.places : reading.slots.places
  return places.map((place) => (place.kind === 'named' ? place.text : place.kind))
}

describe('known names', () => {
  test('bound a name that ends with a common word in small letters', async () => {
    const query = 'give me directions from kamppi to market square walking'
    expect(await placesIn(query, 'kamppi', 'market square')).toEqual(['kamppi', 'market square'])
  })

  test('part two places that a small word of names joins', async () => {
    const query = '¿A cuántos kilómetros está Vorkal de Dustir?'
    expect(await placesIn(query, 'vorkal', 'dustir')).toEqual(['Dustir', 'Vorkal'])
  })

  test('keep a name whole that has the word for and', async () => {
    const query = 'Route from Vorkal to Ship and Castle by car'
    expect(await placesIn(query, 'vorkal', 'ship and castle')).toEqual([
      'Vorkal',
      'Ship and Castle',
    ])
  })

  test('have a second word in small letters, whatever stands behind', async () => {
    const query = 'Ich möchte von Vorkal nach Vanha kirkko spazieren'
    expect(await placesIn(query, 'vorkal', 'vanha kirkko')).toEqual(['Vorkal', 'Vanha kirkko'])
  })

  test('have their article if they are known with it only', async () => {
    const query = 'Itinéraire de la Cortinada à Vorkal en voiture'
    expect(await placesIn(query, 'la cortinada', 'vorkal')).toEqual(['la Cortinada', 'Vorkal'])
  })

  test('change nothing where none is known', async () => {
    const query = 'Route from Vorkal Mirdus to Zenbru by car'
    expect(await placesIn(query)).toEqual(['Vorkal Mirdus', 'Zenbru'])
  })
})

describe('the look-up', () => {
  test('leaves out words that no name has', async () => {
    const gazetteer = gazetteerOf('vanha kirkko')
    await findKnownNames('from Vanha kirkko to Oodi', gazetteer)
    expect(gazetteer.lookups).toEqual(['n:vanha', 'n:vanha kirkko'])
  })

  test('is bounded for the longest query', async () => {
    const gazetteer = gazetteerOf('a b c d e f')
    await findKnownNames('A B C D E F '.repeat(400), gazetteer)
    expect(gazetteer.lookups.length).toBeLessThanOrEqual(maxLookups)
  })
})
