import { describe, expect, it } from 'vitest'
import { correctAddress, correctAddresses } from '#places/address-correction'
import { startCpuClock } from '../../fixtures/cpu-clock.ts'
import { quiet } from '../../fixtures/places.ts'
import { gazetteerOf, towns } from '../search/small-gazetteer.ts'

const gazetteer = await gazetteerOf(towns)

/** Corrects a text with the hint that it is in France, where the towns are. */
const inFrance = (text: string) => correctAddress(gazetteer, { text, country: 'FRA' }, quiet)

const clean = '14 Rue du Moulin, 26310 Brumeville'

describe('a clean address', () => {
  it('stays as it is and returns its components', async () => {
    expect(await inFrance(clean)).toEqual({
      input: clean,
      corrected: clean,
      components: {
        house_number: '14',
        road: 'Rue du Moulin',
        locality: 'Brumeville',
        region: 'Valmonde',
        postcode: '26310',
        country: 'France',
        country_code: 'FRA',
      },
      corrections: [],
      confidence: 1,
    })
  })

  it('keeps names in other languages, other separators and the code before a postcode', async () => {
    for (const text of [
      '14 Rue du Moulin, 26310 Nebelstadt',
      '14 Rue du Moulin 26310 Brumeville',
      '14 Rue du Moulin; 26310 Brumeville',
      '14 Rue du Moulin, F-26310 Brumeville',
      '14 Rue du Moulin, 26310 Brumeville, Frankreich',
    ]) {
      expect(await inFrance(text)).toMatchObject({ corrected: text, corrections: [] })
    }
  })

  it('keeps units, recipients and words that the gazetteer does not know', async () => {
    for (const text of [
      '14 Rue du Moulin, Apt 4, 26310 Brumeville',
      'Café Soleil, 14 Rue du Moulin, 26310 Brumeville',
      '14 Rue du Moulin, Bâtiment Zyx, 26310 Brumeville',
    ]) {
      expect(await inFrance(text)).toMatchObject({ corrected: text, corrections: [] })
    }
  })

  it('has a lower confidence where the street has no such number', async () => {
    const { confidence, corrections } = await inFrance('77 Rue du Moulin, 26310 Brumeville')
    expect(corrections).toEqual([])
    expect(confidence).toBeGreaterThanOrEqual(0.9)
    expect(confidence).toBeLessThan(1)
  })
})

describe('a correction', () => {
  it.each([
    ['14 Rue du Moulni, 26310 Brumeville', 'road', 'typo', 'Rue du Moulni', 'Rue du Moulin'],
    ['14 Rue du Moulin, 26310 Brumevile', 'locality', 'typo', 'Brumevile', 'Brumeville'],
    ['14 R. du Moulin, 26310 Brumeville', 'road', 'abbreviation', 'R. du Moulin', 'Rue du Moulin'],
    ['14 RUE DU MOULIN, 26310 Brumeville', 'road', 'reformatted', 'RUE DU MOULIN', 'Rue du Moulin'],
    ['14 Rue du Moulin, Brumeville', 'postcode', 'inferred', null, '26310'],
    ['14 Rue du Moulin, 26310', 'locality', 'inferred', null, 'Brumeville'],
    ['14 Rue du Moulin, 26340 Brumeville', 'postcode', 'typo', '26340', '26310'],
    ['14 Rue du Moulin Moulin, 26310 Brumeville', 'road', 'removed', 'Moulin', null],
    ['Adresse : 14 Rue du Moulin, 26310 Brumeville', 'address', 'removed', 'Adresse', null],
  ])('itemises %s', async (text, field, type, original, corrected) => {
    const result = await inFrance(text)
    expect(result.corrected).toBe(clean)
    expect(result.corrections).toEqual([{ field, type, original, corrected }])
  })

  it('puts the parts in the order of the country', async () => {
    for (const text of [
      '26310 Brumeville, 14 Rue du Moulin',
      'Rue du Moulin 14, 26310 Brumeville',
      '14 Rue du Moulin, Brumeville 26310',
    ]) {
      expect(await inFrance(text)).toMatchObject({
        corrected: clean,
        corrections: [{ field: 'address', type: 'reformatted', original: text, corrected: clean }],
      })
    }
  })

  it('joins several lines into one, and removes needless blanks and commas', async () => {
    for (const text of [
      '14 Rue du Moulin\n26310 Brumeville',
      '14  Rue du Moulin,  26310 Brumeville',
      '14 Rue du Moulin ,, 26310 Brumeville,',
    ]) {
      expect(await inFrance(text)).toMatchObject({
        corrected: clean,
        corrections: [{ field: 'address', type: 'reformatted', original: text, corrected: clean }],
      })
    }
  })

  it('keeps the separators when only a name is mistyped', async () => {
    const result = await inFrance('14 Rue du Moulni 26310 Brumeville')
    expect(result.corrected).toBe('14 Rue du Moulin 26310 Brumeville')
    expect(result.corrections.map(({ type }) => type)).toEqual(['typo'])
  })

  it('lists the commas that it adds to the line', async () => {
    const result = await inFrance('14 Rue du Moulin 26310')
    expect(result.corrected).toBe(clean)
    const types = result.corrections.map(({ field, type }) => `${field} ${type}`)
    expect(types).toEqual(['locality inferred', 'address reformatted'])
  })

  it('replaces a postcode of another length or with letters for digits, and never adds a second one', async () => {
    for (const postcode of ['2631', '263100', '263IO', '2631O', '26 31O']) {
      const result = await inFrance(`14 Rue du Moulin, ${postcode} Brumeville`)
      expect(result.corrected).toBe(clean)
      expect(result.corrections).toEqual([
        { field: 'postcode', type: 'typo', original: postcode, corrected: '26310' },
      ])
    }
    const other = '14 Rue du Moulin, 2X6Y, Brumeville'
    expect((await inFrance(other)).corrected).toBe(other)
  })

  it('removes phrases around an address at its beginning or end', async () => {
    for (const text of [
      `Deliver to ${clean}`,
      `adresse ${clean}`,
      `${clean} please`,
      `please deliver to ${clean}`,
      `${clean}, s'il vous plaît`,
    ]) {
      const { corrected, corrections } = await inFrance(text)
      expect(corrected).toBe(clean)
      expect(corrections.map(({ field, type }) => `${field} ${type}`)).toEqual(['address removed'])
    }
  })

  it('removes a repeated street as a whole', async () => {
    const { corrected, corrections } = await inFrance(
      '14 Rue du Moulin Rue du Moulin, 26310 Brumeville',
    )
    expect(corrected).toBe(clean)
    expect(corrections).toEqual([
      { field: 'road', type: 'removed', original: 'Rue du Moulin', corrected: null },
    ])
  })

  it('separates words that run together', async () => {
    const { corrected, corrections } = await inFrance('14RueduMoulin,26310Brumeville')
    expect(corrected).toBe(clean)
    expect(corrections.map(({ type }) => type)).not.toContain('typo')
  })

  it('adds the country unless the request names it', async () => {
    const result = await correctAddress(gazetteer, { text: clean }, quiet)
    expect(result.corrected).toBe(`${clean}, France`)
    expect(result.corrections).toEqual([
      { field: 'country', type: 'inferred', original: null, corrected: 'France' },
    ])
  })

  it('keeps staircase and flat behind the number, and the dot of a sentence', async () => {
    const flat = await inFrance('14 Rue du Moulni A 3, 26310 Brumeville')
    expect(flat.corrected).toBe('14 Rue du Moulin A 3, 26310 Brumeville')
    const sentence = await inFrance('14 RUE DU MOULIN, 26310 Brumeville. Ring twice')
    expect(sentence.corrected).toBe('14 Rue du Moulin, 26310 Brumeville. Ring twice')
  })

  it('leaves other words in their place', async () => {
    const result = await inFrance('Chez Zyx 14 Rue du Moulni, 26310 Brumeville')
    expect(result.corrected).toBe('Chez Zyx 14 Rue du Moulin, 26310 Brumeville')
  })
})

describe('a doubtful address', () => {
  it('stays as it is when it lies elsewhere, even with a street of the gazetteer', async () => {
    for (const text of [
      '14 Rue du Moulin, 69001 Lyon',
      '14 Rue du Moulin, Lille, France',
      '14 Rue du Moulin, 1000 Bruxelles, Belgique',
      '10 Downing Street, London SW1A 2AA, UK',
    ]) {
      const result = await correctAddress(gazetteer, { text }, quiet)
      expect(result).toMatchObject({ corrected: text, corrections: [] })
      expect(result.components.locality).not.toBe('Brumeville')
      expect(result.confidence).toBeLessThan(0.7)
    }
  })

  it('gets no town when it is a street alone, which may be in any town', async () => {
    const result = await inFrance('14 Rue du Moulin')
    expect(result).toMatchObject({ corrected: '14 Rue du Moulin', corrections: [] })
    expect(result.confidence).toBeLessThan(0.7)
  })

  it('gets no postcode beside a number that may be one', async () => {
    const result = await inFrance('Brumeville Rue du Moulin 14 3')
    expect(result.corrected).toContain('14 3')
    expect(result.components).not.toHaveProperty('postcode')
    expect(result.corrections.map(({ field }) => field)).not.toContain('postcode')
  })

  it('keeps a postcode that is far from the postcode of the street', async () => {
    const result = await inFrance('77 Rue du Moulin, 59123 Brumeville')
    expect(result).toMatchObject({ corrected: result.input, corrections: [] })
    expect(result.confidence).toBeLessThan(0.9)
  })

  it('has confidence 0 and no components when the text is not an address', async () => {
    for (const text of ['asdf qwer zxcv', '🙂', '---', '????']) {
      expect(await inFrance(text)).toEqual({
        input: text,
        corrected: text,
        components: {},
        corrections: [],
        confidence: 0,
      })
    }
  })
})

describe('several addresses', () => {
  it('are corrected each by itself, in the order given', async () => {
    const texts = [clean, '🙂', '14 Rue du Moulni, 26310 Brumeville']
    const given = texts.map((text) => ({ text, country: 'FRA' }))
    const results = await correctAddresses(gazetteer, given, quiet)
    const alone = await Promise.all(texts.map(inFrance))
    expect(results).toEqual(alone.map((result, index) => ({ index, ...result })))
  })

  it('stop when the caller aborts', async () => {
    const signal = AbortSignal.abort(new Error('gone'))
    const given = [{ text: clean }]
    await expect(correctAddresses(gazetteer, given, { ...quiet, signal })).rejects.toThrow('gone')
  })
})

it('lets other work run between many addresses', async () => {
  const addresses = Array.from({ length: 32 }, (_, i) => ({
    text: `${i} Carrer Street of the Αθήνα ж Avenue Platz ${'1 οδός 🏔️ Rua da '.repeat(40)}`,
  }))
  await correctAddresses(gazetteer, addresses.slice(0, 4), quiet)
  const cpuMs = startCpuClock()
  const began = cpuMs()
  let [last, longest, isDone] = [began, 0, false]
  const turn = () => {
    longest = Math.max(longest, cpuMs() - last)
    last = cpuMs()
    if (!isDone) setTimeout(turn, 1)
  }
  setTimeout(turn, 1)
  await correctAddresses(gazetteer, addresses, quiet)
  isDone = true
  turn()
  // If all 16 addresses that start at once ran in one turn, the turn would take half of the time.
  expect(longest).toBeLessThan(Math.max(30, 0.3 * (last - began)))
})
