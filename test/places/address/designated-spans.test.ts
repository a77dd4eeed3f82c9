import { describe, expect, test } from 'vitest'
import { findDesignatedSpans, parseAddress } from '#places/address'

/** Returns each span as its key and text. */
const spansIn = (text: string) =>
  findDesignatedSpans(text).map(({ key, start, end }) => `${key} ${text.slice(start, end)}`)

describe('words for parts of buildings and boxes', () => {
  test.each([
    ['APT NO 5B', ['unit APT NO 5B']],
    ['Depto. 12-A', ['unit Depto. 12-A']],
    ['Suite C', ['unit Suite C']],
    ['3rd Floor', ['level 3rd Floor']],
    ['IV emelet', ['level IV emelet']],
    ['primer piso', ['level primer piso']],
    ['Ground Floor', ['level Ground Floor']],
    ['B wing', ['house B wing']],
    ['P.O.Box 12', ['po_box P.O.Box 12']],
    ['po box 12', ['po_box po box 12']],
  ])('are found with their values: %s is %j', (text, spans) => {
    expect(spansIn(text)).toEqual(expect.arrayContaining(spans))
  })

  test('may contain optional letters, choices and numbers', () => {
    expect(spansIn('Appartement 5')).toEqual(['unit Appartement 5'])
    expect(spansIn('derde etage')).toContain('level derde etage')
    expect(spansIn('PSC 808 Box 22')).toEqual(['po_box PSC 808 Box 22'])
  })

  test('are found in any case, also in Greek and Turkish', () => {
    expect(spansIn('3 ΌΡΟΦΟΣ')).toEqual(['level 3 ΌΡΟΦΟΣ'])
    expect(spansIn('3 όροφος')).toEqual(['level 3 όροφος'])
    expect(spansIn('İzmir KAT 3')).toEqual(['level KAT 3'])
  })

  test('are separated from values by any blank within a line, but not by a line break', () => {
    expect(spansIn('flat\u00a0no 2')).toEqual(['unit flat\u00a0no 2'])
    expect(spansIn('IV\nfloor')).toEqual([])
  })

  test('are found only where words begin', () => {
    expect(spansIn('Capt 4')).toEqual([])
    expect(spansIn('5 gebouw')).toEqual([])
    expect(spansIn('5e gebouw')).toEqual(['house 5e gebouw'])
  })
})

test('words for house numbers may contain any blank', () => {
  for (const blank of [' ', '\u00a0', '\t'])
    expect(parseAddress(`Lale Sokak Kapı${blank}No 5, Ankara`)).toMatchObject({
      road: 'Lale Sokak',
      house_number: '5',
      city: 'Ankara',
    })
})
