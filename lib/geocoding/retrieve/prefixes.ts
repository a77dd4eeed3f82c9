import type { Place } from '../../gazetteer/index.ts'
import {
  type Gazetteer,
  namespaces,
  type ReadOptions as Reads,
  type Term,
} from '../../gazetteer/index.ts'
import { distanceMeters, type LatLon } from '../../geo/index.ts'
import type { Reading } from '../interpret/interpretations.ts'
import type { Slot } from '../interpret/query-term.ts'
import { beginningsOf, type Lexicon } from './term-cache.ts'

const mostWords = 48
const mostContexts = 16
const mostNames = 24

/** How near places of a list show that it is of this part of the world, and how many of them. */
const aroundMeters = 30_000
const enoughAround = 3
/** How far around the focus, and how many places of any name, are looked through for a beginning. */
const around = {
  radiusMeters: 2_000,
  maxPlaces: 60,
  types: ['locality', 'neighbourhood', 'street', 'venue'],
} as const

/** What is known of a text that may go on. */
export interface OpenText {
  /** DocIds of places around the focus that may have such a word in their name. */
  near: readonly number[]
  /** Of each reading by which a name may begin with the text. */
  begun: readonly BegunNames[]
  /** Places that came with the lists. */
  places: readonly Place[]
}

/** Names that begin with all the words of a reading. */
export interface BegunNames {
  reading: Reading
  /** Keys of the names. */
  names: readonly string[]
  /** Their best places, where there are very many. */
  docIds: readonly number[]
}

/** What a text is the beginning of. */
export interface Beginning {
  /** The last word, where it may go on: not behind a blank. */
  last?: { slot: Slot; isOnly: boolean; focus: LatLon | undefined }
  /** The folded text of readings that names may begin with; behind a blank it ends with one. */
  texts: readonly { reading: Reading; text: string }[]
}

const none: { terms: Term[]; complete: boolean } = { terms: [], complete: true }

/**
 * Looks up what the last word, and the whole text, may be the beginning of.
 *
 * Where so many share a beginning that their best places are listed, the list is all that is read of a
 * text of one word. Of more words the terms count too, for they are met with the other words. Places whose
 * whole name begins with the text are looked up apart, so that they are not lost among the rest; and so are
 * those around the focus, for a list has only the important ones.
 */
export async function lookAhead(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  { last, texts }: Beginning,
  reads: Reads,
): Promise<OpenText> {
  const [word, named] = await Promise.all([
    last && lookAheadWord(gazetteer, lexicon, last, reads),
    Promise.all(texts.map((one) => lookAheadNames(gazetteer, lexicon, one, reads))),
  ])
  return {
    near: word?.near ?? [],
    begun: named,
    places: [...(word?.places ?? []), ...named.flatMap(({ places }) => places)],
  }
}

async function lookAheadWord(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  { slot, isOnly, focus }: NonNullable<Beginning['last']>,
  reads: Reads,
): Promise<{ near: readonly number[]; places: readonly Place[] }> {
  const [word, context] = beginningsOf(slot)
  const beginningOfWord = async () => {
    const hotWord = await gazetteer.hot(word, reads)
    if (!hotWord) return { words: await gazetteer.termsFrom(word, mostWords, reads), near: [] }
    const isFar = focus && !isAround(hotWord.places, focus)
    const options = { ...reads, ...around, prefix: slot.text }
    return { words: none, hotWord, near: isFar ? await gazetteer.docIdsNear(focus, options) : [] }
  }
  const beginningAmongWords = async () => {
    const [hotWord, words] = await Promise.all([
      gazetteer.hot(word, reads),
      gazetteer.termsFrom(word, mostWords, reads),
    ])
    return { words, hotWord, near: [] }
  }
  // Whether a beginning is listed is known without a read, so nothing waits twice.
  const [{ words, hotWord, near }, contexts] = await Promise.all([
    isOnly ? beginningOfWord() : beginningAmongWords(),
    isOnly ? none : gazetteer.termsFrom(context, mostContexts, reads),
  ])
  lexicon.begin(word, { ...words, docIds: hotWord?.docIds ?? [] })
  lexicon.begin(context, { ...contexts, docIds: [] })
  return { near, places: hotWord?.places ?? [] }
}

async function lookAheadNames(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  { reading, text }: Beginning['texts'][number],
  reads: Reads,
): Promise<BegunNames & { places: readonly Place[] }> {
  const whole = `${namespaces.name}:${text}`
  const hot = await gazetteer.hot(whole, reads)
  const names = hot ? none : await gazetteer.termsFrom(whole, mostNames, reads)
  for (const term of names.terms) lexicon.add(term)
  return {
    reading,
    names: names.terms.map(({ key }) => key),
    docIds: hot?.docIds ?? [],
    places: hot?.places ?? [],
  }
}

/** Where some of the best places of all are near, the lists are of this part of the world. */
function isAround(places: readonly Place[], focus: LatLon): boolean {
  const near = places.filter((place) => distanceMeters(focus, place) <= aroundMeters)
  return near.length >= enoughAround
}
