import { LRUCache } from 'lru-cache'
import type { Parent, Place } from '../../gazetteer/index.ts'
import { wordsOf } from '../../text/index.ts'
import { countryWords } from '../interpret/country-names.ts'
import { weightOf } from '../interpret/tokenize.ts'

export interface FormPart {
  index: number
  /** How many words it stands for, with those behind. */
  span: number
  /** 1 for another way to write the word, less for a part of a compound. */
  share: number
}

/** A name of a place as its words. */
export interface NameRecord {
  words: readonly string[]
  /** Of each word; see `weightOf`. */
  weights: readonly number[]
  total: number
  /** The other forms of its words: which word each is of, and how much of it. */
  forms: ReadonlyMap<string, FormPart>
  /** The name on the spot 1, the same in other languages and other names a little less. */
  quality: number
}

/** The words of a place that a query is compared with. */
export interface PlaceRecord {
  names: readonly NameRecord[]
  /** Words of where it is: of each parent, of its postcode, its street, its country. */
  context: readonly ReadonlySet<string>[]
}

/** Places stay decoded in the cache of the pack, which counts what is made of them here as well. */
const records = new WeakMap<Place, PlaceRecord>()
/** By all its names: every block of places has its own copy of an area, and towns have many blocks. */
const parentWords = new LRUCache<string, ReadonlySet<string>>({ max: 4096 })

/** Of names in all languages and other names. */
const otherQuality = 0.98

export function recordOf(place: Place): PlaceRecord {
  const known = records.get(place)
  if (known) return known
  const record = { names: namesOf(place), context: contextOf(place) }
  records.set(place, record)
  return record
}

function namesOf({ name, names, aliases }: Place): NameRecord[] {
  const all: NameRecord[] = []
  const seen = new Set<string>()
  for (const text of [name, ...Object.values(names), ...aliases]) {
    if (!text || seen.has(text)) continue
    seen.add(text)
    all.push(nameRecord(text, text === name ? 1 : otherQuality))
  }
  return all
}

const noForms: ReadonlyMap<string, FormPart> = new Map()

function nameRecord(name: string, quality: number): NameRecord {
  const words: string[] = []
  const weights: number[] = []
  let forms: Map<string, FormPart> | undefined
  let total = 0
  for (const [i, word] of wordsOf(name).entries()) {
    const weight = weightOf(word.text)
    words.push(word.text)
    weights.push(weight)
    total += weight
    for (const form of word.forms) {
      forms ??= new Map()
      const share = 1 / form.words.length
      for (const text of form.words)
        if (!forms.has(text)) {
          forms.set(text, { index: i, span: form.span ?? 1, share })
        }
    }
  }
  return { words, weights, total, forms: forms ?? noForms, quality }
}

function contextOf({ parents, postcode, street, countryCode }: Place): ReadonlySet<string>[] {
  const context = parents.map(wordsOfParent)
  if (countryCode) context.push(countryWords(countryCode))
  if (postcode) {
    const words = wordsIn([postcode])
    words.add([...words].slice(0, wordsOf(postcode).length).join(''))
    context.push(words)
  }
  if (street) context.push(wordsIn([street]))
  return context
}

function wordsOfParent(parent: Parent): ReadonlySet<string> {
  const names = [parent.name, ...Object.values(parent.names)]
  const key = names.join('\n')
  const known = parentWords.get(key)
  if (known) return known
  const words = wordsIn(names)
  parentWords.set(key, words)
  return words
}

function wordsIn(texts: readonly string[]): Set<string> {
  const words = new Set<string>()
  for (const text of texts) {
    for (const word of wordsOf(text)) {
      words.add(word.text)
      for (const form of word.forms) for (const part of form.words) words.add(part)
    }
  }
  return words
}
