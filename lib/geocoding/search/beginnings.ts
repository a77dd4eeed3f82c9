import { distanceMeters, type LatLon } from '../../geo/index.ts'
import { type Gazetteer, namespaces, type Reading as Reads, type Term } from '../gazetteer.ts'
import type { Place } from '../place.ts'
import { beginningsOf, type Lexicon } from './lexicon.ts'
import type { Slot } from './slot.ts'

const mostWords = 48
const mostContexts = 16
const mostNames = 24

/** How near places of a list show that it is of this part of the world, and how many of them. */
const aroundMeters = 30_000
const enoughAround = 3
/** How far around the focus, and how many places of any name, are looked through for a beginning. */
const around = {
  radiusMeters: 2_000,
  among: 60,
  types: ['locality', 'neighbourhood', 'street', 'venue'],
} as const

/** What is known of a text that may go on. */
export interface OpenText {
  /** Ranks of places around the focus that may have such a word in their name. */
  near: readonly number[]
  /** Keys of names that begin with the whole text. */
  names: readonly string[]
  /** Best places of whole names that begin so, where there are very many. */
  namedRanks: readonly number[]
  /** Places that came with the lists. */
  places: readonly Place[]
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
  {
    slot,
    text,
    isOnly,
    focus,
  }: { slot: Slot; text: string; isOnly: boolean; focus: LatLon | undefined },
  reads: Reads,
): Promise<OpenText> {
  const [word, context] = beginningsOf(slot)
  const whole = `${namespaces.name}:${text}`
  const beginningOfWord = async () => {
    const hotWord = await gazetteer.hot(word, reads)
    if (!hotWord) return { words: await gazetteer.termsFrom(word, mostWords, reads), near: [] }
    const isFar = focus && !isAround(hotWord.places, focus)
    const options = { ...reads, ...around, beginning: slot.text }
    return { words: none, hotWord, near: isFar ? await gazetteer.ranksNear(focus, options) : [] }
  }
  const beginningAmongWords = async () => {
    const [hotWord, words] = await Promise.all([
      gazetteer.hot(word, reads),
      gazetteer.termsFrom(word, mostWords, reads),
    ])
    return { words, hotWord, near: [] }
  }
  // Whether a beginning is listed is known without a read, so nothing waits twice.
  const [{ words, hotWord, near }, { names, hotName }, contexts] = await Promise.all([
    isOnly ? beginningOfWord() : beginningAmongWords(),
    gazetteer.hot(whole, reads).then(async (hotName) => {
      return { names: hotName ? none : await gazetteer.termsFrom(whole, mostNames, reads), hotName }
    }),
    isOnly ? none : gazetteer.termsFrom(context, mostContexts, reads),
  ])
  lexicon.begin(word, { ...words, ranks: hotWord?.ranks ?? [] })
  lexicon.begin(context, { ...contexts, ranks: [] })
  for (const term of names.terms) lexicon.add(term)
  return {
    names: names.terms.map(({ key }) => key),
    namedRanks: hotName?.ranks ?? [],
    near,
    places: [...(hotWord?.places ?? []), ...(hotName?.places ?? [])],
  }
}

/** Where some of the best places of all are near, the lists are of this part of the world. */
function isAround(places: readonly Place[], focus: LatLon): boolean {
  const near = places.filter((place) => distanceMeters(focus, place) <= aroundMeters)
  return near.length >= enoughAround
}
