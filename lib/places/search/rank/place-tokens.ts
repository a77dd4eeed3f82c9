import { LRUCache } from 'lru-cache'
import { listNames, type Parent, type Place } from '#places/gazetteer'
import { isStopWord, isStreetTypeWord, splitWords } from '#places/text'
import { countryWords } from '../interpret/country-names.ts'
import { weightOf } from '../interpret/word-weight.ts'

/** Which words of a name another form stands for. */
export interface FormPart {
  /** Index of the first word. */
  index: number
  /** Number of words. */
  span: number
  /** 1 for another spelling; for one of n parts of a compound 1 / n. */
  share: number
}

/** The words of one of a place's names. */
export interface NameTokens {
  /** Folded: the words, joined by blanks. */
  text: string
  words: readonly string[]
  /** Of each word; see `weightOf`. */
  weights: readonly number[]
  /** Sum of the weights. */
  total: number
  /** The weights with 0 for articles, and for articles and words for a street. */
  contentWeights: readonly number[]
  distinctWeights: readonly number[]
  /** Index of the first word that is no stop word; 0 if all are. */
  firstContent: number
  /** By another form of one or more words. */
  forms: ReadonlyMap<string, FormPart>
  /** 1 for the local name, a little less for names in other languages and aliases. */
  quality: number
}

/** The words of a place that query terms are matched with. */
export interface PlaceTokens {
  names: readonly NameTokens[]
  /** Words of the surroundings: a set for each parent, the country, the postcode and the street. */
  context: readonly ReadonlySet<string>[]
  /** Words of further areas by which the place is found: a set for each. */
  otherAreas: readonly ReadonlySet<string>[]
}

/** Tokens live as long as the decoded place; the pack's cache estimates them in its size. */
const tokensByPlace = new WeakMap<Place, PlaceTokens>()
/** Keyed by all names of a parent, because each block of places decodes its own copy of it. */
const wordsByParent = new LRUCache<string, ReadonlySet<string>>({ max: 4096 })

/** Quality of names in other languages and of aliases. */
const otherNameQuality = 0.98

export function placeTokensOf(place: Place): PlaceTokens {
  const cached = tokensByPlace.get(place)
  if (cached) return cached
  const tokens = {
    names: namesOf(place),
    context: contextOf(place),
    otherAreas: place.otherAreas.map(wordsOfParent),
  }
  tokensByPlace.set(place, tokens)
  return tokens
}

function namesOf(place: Place): NameTokens[] {
  const texts = new Set(listNames(place).filter((text) => text !== ''))
  return [...texts].map((text) => nameTokensOf(text, text === place.name ? 1 : otherNameQuality))
}

const noForms: ReadonlyMap<string, FormPart> = new Map()

function nameTokensOf(name: string, quality: number): NameTokens {
  const words: string[] = []
  const weights: number[] = []
  let forms: Map<string, FormPart> | undefined
  let total = 0
  for (const [index, word] of splitWords(name).entries()) {
    const weight = weightOf(word.text)
    words.push(word.text)
    weights.push(weight)
    total += weight
    for (const form of word.forms) {
      forms ??= new Map()
      const part = { index, span: form.span ?? 1, share: 1 / form.words.length }
      for (const text of form.words) if (!forms.has(text)) forms.set(text, part)
    }
  }
  const firstContent = Math.max(
    0,
    words.findIndex((word) => !isStopWord(word)),
  )
  const contentWeights = weights.map((weight, i) => (isStopWord(words[i]!) ? 0 : weight))
  const distinctWeights = contentWeights.map((weight, i) =>
    isStreetTypeWord(words[i]!) ? 0 : weight,
  )
  return {
    text: words.join(' '),
    words,
    weights,
    total,
    contentWeights,
    distinctWeights,
    firstContent,
    forms: forms ?? noForms,
    quality,
  }
}

function contextOf({ parents, postcode, street, countryCode }: Place): ReadonlySet<string>[] {
  const context = parents.map(wordsOfParent)
  if (countryCode) context.push(countryWords(countryCode))
  if (postcode) {
    const words = wordsIn([postcode])
    // `AD 500` is also typed as one word.
    words.add([...words].slice(0, splitWords(postcode).length).join(''))
    context.push(words)
  }
  if (street) context.push(wordsIn([street]))
  return context
}

function wordsOfParent(parent: Parent): ReadonlySet<string> {
  const names = [parent.name, ...Object.values(parent.names)]
  const key = names.join('\n')
  const cached = wordsByParent.get(key)
  if (cached) return cached
  const words = wordsIn(names)
  wordsByParent.set(key, words)
  return words
}

function wordsIn(texts: readonly string[]): Set<string> {
  const words = new Set<string>()
  for (const text of texts) {
    for (const word of splitWords(text)) {
      words.add(word.text)
      for (const form of word.forms) for (const part of form.words) words.add(part)
    }
  }
  return words
}
