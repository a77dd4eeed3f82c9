import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readerLanguages, readQuery } from '#language/reader'
import { folded, readTable } from '../../fixtures/tables.ts'

/** One place of a phrase: words, beginnings of words (`optimi~`), `*` or `#`; marked letters where they matter. */
const step = /^(?:\*|#|\p{Ll}+~?(?:\|\p{Ll}+~?)*)$/u

const phrase = z
  .string()
  .refine((text) => text.split(' ').every((part) => step.test(part)), 'no phrase')
  .refine((text) => !/^[*#]?$/.test(text), 'matches anything')
  .refine((text) => !text.startsWith('*') && !text.endsWith('*'), 'a gap at an end')

const phrases = z.array(phrase)
const words = z
  .string()
  .refine(
    (list) => list === '' || list.split(' ').every((word) => /^[\p{Ll}'+]+$/u.test(word)),
    'no words',
  )
const clock = z.array(z.string().regex(/^(?:H|M|\p{Ll}+)(?: (?:H|M|\p{Ll}+))*$/u))
const groups = <const T extends readonly string[]>(keys: T) => z.record(z.enum(keys), phrases)
const avoidable = ['tolls', 'ferries', 'highways', 'unpaved', 'hills', 'stairs'] as const
const figures = z.record(folded, z.number().positive())

const table = z.strictObject({
  letters: z.array(z.string().length(1)),
  east: z.string().max(1),
  capitalNouns: z.boolean(),
  intents: groups([
    'optimize',
    'isochrone',
    'elevation',
    'profile',
    'matrix',
    'which_nearest',
    'where_is',
    'find',
    'geocode',
    'reverse_geocode',
    'route',
  ]),
  refusals: groups([
    'opening_hours',
    'rating',
    'price',
    'timetable',
    'forecast',
    'opinion',
    'count',
    'other_topic',
  ]),
  roles: groups(['start', 'end', 'via', 'from', 'to', 'at', 'presence', 'between', 'near']),
  travel: groups(['pedestrian', 'bicycle', 'auto', 'bus', 'truck']),
  things: groups(avoidable),
  avoided: z.partialRecord(z.enum(avoidable), phrases),
  cues: groups([
    'here',
    'from_there',
    'asks_way',
    'exists',
    'tells',
    'nearest',
    'avoid_before',
    'avoid_after',
    'alternates',
    'loop',
    'return',
    'depart',
    'dismissed',
    'not_depart',
    'everyone',
    'start_after',
    'end_after',
    'how_many',
    'one_side',
    'other_side',
    'sources',
    'targets',
  ]),
  units: groups(['miles', 'kilometers']),
  words: z.record(
    z.enum([
      'articles',
      'deadline',
      'uncontracted',
      'postcode',
      'through',
      'there',
      'indefinite',
      'possessives',
      'then',
      'listed',
      'inTown',
      'ofTown',
      'heights',
      'questions',
      'endings',
      'connectors',
      'and',
      'or',
      'minutes',
      'hours',
      'kilometers',
      'meters',
      'miles',
      'function',
      'nouns',
    ]),
    words,
  ),
  short: z.record(z.string().regex(/^[\p{Ll}\d]+$/u), folded),
  numbers: z.record(folded, z.int().positive()),
  durations: figures,
  distances: figures,
  clock: z.record(
    z.enum([
      'at',
      'beside',
      'hour',
      'half',
      'half_to',
      'quarter_past',
      'quarter_to',
      'minutes',
      'minutes_past',
      'minutes_to',
      'noon',
      'midnight',
      'am',
      'pm',
    ]),
    clock,
  ),
})

describe('the word table', () => {
  test.each(readerLanguages)('of %s has phrases and words of its schema', (language) => {
    expect(table.safeParse(readTable(`language/${language}.json`)).error?.issues ?? []).toEqual([])
  })

  test.each(readerLanguages)('of %s has every mode, thing to avoid and refusal', (language) => {
    const { travel, things, refusals } = table.parse(readTable(`language/${language}.json`))
    for (const list of Object.values({ ...travel, ...things, ...refusals })) {
      expect(list.length).toBeGreaterThan(0)
    }
  })
})

test('a text without words of any language is read as English', () => {
  expect(readQuery('', { hasLocation: false })).toMatchObject({
    language: 'en',
    refusal: 'no_request',
  })
})
