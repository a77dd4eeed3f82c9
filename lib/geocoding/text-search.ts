import { pause } from '../concurrency/index.ts'
import type { Place } from '../gazetteer/index.ts'
import { type Gazetteer, namespaces, type ReadOptions as Reads } from '../gazetteer/index.ts'
import { fold, isStopWord } from '../text/index.ts'
import { readsOf } from './context.ts'
import { relaxed } from './fallback/fallback-steps.ts'
import { type Reading, readingsOf } from './interpret/interpretations.ts'
import type { Slot } from './interpret/query-term.ts'
import { isContent, type Understood, understand } from './interpret/tokenize.ts'
import type { FindContext, SearchResult, SearchScope } from './query.ts'
import { type Candidate, judge } from './rank/candidates.ts'
import { answersOf } from './rank/rank-results.ts'
import { type Beginning, lookAhead } from './retrieve/prefixes.ts'
import { countryKey, type Hits, keysToLook, retrieve } from './retrieve/retrieve.ts'
import { Lexicon } from './retrieve/term-cache.ts'
import { scopeTerms } from './scope.ts'

/**
 * Finds places by a text. First as it was typed: places that have all of the words, at least one of them
 * in their own name. Only when there is none are words corrected, and only then dropped.
 *
 * Cold: three rounds of reads, one more for houses.
 */
export async function find(
  gazetteer: Gazetteer,
  text: string,
  scope: SearchScope,
  { context, open }: { context: FindContext; open: boolean },
): Promise<SearchResult[]> {
  const { signal, stage = () => () => {} } = context
  const reads = readsOf(context)
  const understood = understand(text, { open, warn: context.warn })
  if (understood.words.length === 0 || scope.size < 1) return []

  const searched = stage('search')
  const typed = readingsOf(understood)
  const lexicon = new Lexicon(gazetteer, reads)
  const sets = scopeTerms(scope)
  const [ahead] = await Promise.all([
    open ? lookAhead(gazetteer, lexicon, beginningOf(understood, typed, scope), reads) : undefined,
    lexicon.look(keysToLook(typed, scope, sets)),
  ])
  const usable = typed.filter(({ country }) => !country || lexicon.term(countryKey(country)))
  const readings = withRareKinds(usable, lexicon, gazetteer.count)
  const known = new Map<number, Place>()
  for (const place of ahead?.places ?? []) known.set(place.docId, place)
  const weighed = new Map(usable.map((reading, i) => [reading, readings[i]!]))
  const begun = ahead?.begun.map((one) => ({ ...one, reading: weighed.get(one.reading)! }))
  const options = { scope, sets, ahead: ahead && begun && { ...ahead, begun } }
  const hits = await retrieve(lexicon, readings, options)
  const places = await readPlaces(gazetteer, hits, known, reads)
  const judged = await judgeAll(hits, places, scope, signal)
  const candidates = judged.filter((one) => isAllMet(one, open))
  searched()
  if (isWeak(candidates, understood) && !reads.budget?.isSpent) {
    const corrected = stage('correct')
    const steps = relaxed(gazetteer, lexicon, { understood, readings, options, reads })
    for await (const step of steps) {
      const more = await readPlaces(gazetteer, step.hits, known, reads)
      const judged = await judgeAll(step.hits, more, scope, signal)
      candidates.push(...leastDropped(judged.filter(step.accepts)))
      if (candidates.length > 0) break
    }
    corrected()
  }

  const answered = stage('answer')
  const typing = open ? { typed: typed[0]!.slots } : {}
  const answers = await answersOf(gazetteer, candidates, { scope, ...typing, reads })
  answered()
  return answers
}

/** A word for a kind of place that so few names have says as much as any other: `tabac`, `casino`. */
const rareCount = 16
const rareShare = 0.001

function withRareKinds(
  readings: readonly Reading[],
  lexicon: Lexicon,
  count: number,
): readonly Reading[] {
  const most = Math.max(rareCount, rareShare * count)
  const weighed = new Map<Slot, Slot>()
  const weigh = (slot: Slot): Slot => {
    if (slot.content || slot.categories.length === 0 || !isContent(slot.text)) return slot
    const named = lexicon.term(`${namespaces.word}:${slot.text}`)?.count ?? 0
    if (named === 0 || named > most) return slot
    const known = weighed.get(slot) ?? { ...slot, content: true }
    weighed.set(slot, known)
    return known
  }
  return readings.map((reading) => ({ ...reading, slots: reading.slots.map(weigh) }))
}

/** House numbers before a street that are taken for one: `14`, `14 a`. */
const mostNumbered = 2

/** Names may begin with the whole text, or with all that stands behind a house number. */
function beginningOf(
  { text, words, open }: Understood,
  typed: readonly Reading[],
  { focus }: SearchScope,
): Beginning {
  const { slots } = typed[0]!
  const end = open ? '' : ' '
  const texts = [{ reading: typed[0]!, text: fold(text) + end }]
  for (const reading of typed) {
    if (reading.houseNumber === undefined || reading.country || reading.units) continue
    const first = slots.length - reading.slots.length
    if (texts.length > mostNumbered || first <= 0) continue
    if (reading.slots.some((slot, i) => slot !== slots[first + i])) continue
    texts.push({ reading, text: fold(text.slice(words[first]!.start)) + end })
  }
  if (!open) return { texts }
  return { last: { slot: slots.at(-1)!, isOnly: words.length === 1, focus }, texts }
}

/**
 * All words of the reading are in the place's name or say where it is. Articles alone are found only
 * where they are the whole name or, while it is typed, its beginning or that of a word.
 */
function isAllMet({ comparison, reading: { slots } }: Candidate, open: boolean): boolean {
  if (comparison.dropped > 0) return false
  const isName = comparison.whole || (open && comparison.named)
  return isName || slots.some(({ text, prefix }) => prefix || !isStopWord(text))
}

/** Where one place has nearly all of the words, those that have fewer are not what was meant. */
function leastDropped(candidates: readonly Candidate[]): readonly Candidate[] {
  const least = Math.min(...candidates.map(({ comparison }) => comparison.dropped))
  return candidates.filter(({ comparison }) => comparison.dropped <= least + 0.5)
}

/** Below these no place is much like the text, and one that would be with other letters may be meant. */
const weakText = 0.6
const weakOpenText = 0.75

function isWeak(candidates: readonly Candidate[], { open, words }: Understood): boolean {
  const least = open && words.length > 1 ? weakOpenText : weakText
  return candidates.every(({ comparison, place }) => {
    return comparison.text < least || (place.intersection && !comparison.whole)
  })
}

async function readPlaces(
  gazetteer: Gazetteer,
  hits: Hits,
  known: Map<number, Place>,
  reads: Reads,
): Promise<ReadonlyMap<number, Place>> {
  const docIds = [...hits.keys()].filter((docId) => !known.has(docId)).sort((a, b) => a - b)
  if (docIds.length > 0) {
    for (const place of await gazetteer.places(docIds, reads)) known.set(place.docId, place)
  }
  return known
}

/** Places compared before others get a turn: some 2 ms at worst. */
const placesPerPause = 32

async function judgeAll(
  hits: Hits,
  places: ReadonlyMap<number, Place>,
  scope: SearchScope,
  signal: AbortSignal | undefined,
): Promise<Candidate[]> {
  const candidates: Candidate[] = []
  let judged = 0
  for (const [docId, hit] of hits) {
    if (++judged % placesPerPause === 0) await pause(signal)
    const place = places.get(docId)
    if (place) candidates.push(...judge(place, hit, scope))
  }
  return candidates
}
