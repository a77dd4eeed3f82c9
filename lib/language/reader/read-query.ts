import { WorkBudget } from '#places/gazetteer'
import { runAtOnce, runInSlices, type WorkSteps } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { withAntecedents } from './antecedents.ts'
import { freeCategoriesIn } from './categories.ts'
import { requestOf } from './intent.ts'
import { withoutUnknown } from './known-mentions.ts'
import { languageOf } from './language.ts'
import { isCasedText, labelCount } from './letter-case.ts'
import { type IsName, withoutNames } from './name-candidates.ts'
import { withTowns } from './name-with-town.ts'
import { normalise } from './normalise.ts'
import { maxAlternatives, placesOf } from './places.ts'
import { type ReadSentence, readSentence } from './read-sentence.ts'
import type { PlaceSlot, ReaderLanguage, Reading } from './reading.ts'
import { isKnown, rulesOf } from './rules.ts'
import { sentencesOf } from './sentences.ts'
import type { SlotSource } from './slots/slot-source.ts'
import { slotsOf } from './slots/slots.ts'
import { respelled } from './spelling.ts'
import { structureOf } from './structure.ts'
import { tokensOf } from './tokens.ts'

export interface ReadQueryOptions {
  /** Whether the caller said where he is: `here` and `nearest` need it. */
  hasLocation: boolean
  /** Whether a text is the whole name of a place, folded: bounds names that letters do not. See `nameCandidates`. */
  isName?: IsName
  /** Comparisons that the query may take; by default {@link maxReadingSteps}. */
  budget?: WorkBudget
}

/**
 * What a query asks for, from its words alone: its language, the backend, and the slots as typed. Never guesses a place:
 * where the words allow several readings, all are given, and geocoding decides.
 *
 * Throws `bad_request` for a query of so many parts that comparing them would take too long.
 *
 * @example
 * readQuery('How far can I walk in 15 minutes from Kiasma?', { hasLocation: false })
 * // { language: 'en', intent: 'isochrone', slots: { places: [Kiasma], contours: [{ time: 15 }], travel: 'pedestrian' } }
 */
export function readQuery(query: string, options: ReadQueryOptions): Reading {
  return runAtOnce(readingSteps(query, options))
}

/**
 * The same as {@link readQuery}, with pauses.
 *
 * @throws the signal's reason when it is aborted.
 */
export function readQueryWithPauses(
  query: string,
  options: ReadQueryOptions,
  signal?: AbortSignal,
): Promise<Reading> {
  return runInSlices(readingSteps(query, options), signal)
}

/**
 * Maximum comparisons of the parts of one query with each other. Of the 4,900 questions of the tests the most expensive
 * takes 210; a tour of 100 places takes 11,000.
 */
export const maxReadingSteps = 300_000

/** Throws `bad_request` when a query takes more comparisons than {@link maxReadingSteps}. */
function checkBudget(budget: WorkBudget): void {
  if (!budget.isSpent) return
  const message =
    'has too many places, figures and sentences to be compared with each other. Ask for fewer at once'
  const fields = { details: [{ path: 'query', message }] }
  throw new ApiError('bad_request', `query ${message}.`, { fields })
}

/** Comparisons between the parts of a sentence. */
function comparisonsIn({ tokens, mentions, roles, cues, quantities }: ReadSentence): number {
  const parts = mentions.length + roles.length + cues.length + quantities.length
  return tokens.length + mentions.length * parts + quantities.length * cues.length
}

/** Reads a query, with a step after each sentence and between the parts of the work. */
function* readingSteps(
  query: string,
  { hasLocation, isName, budget = new WorkBudget(maxReadingSteps) }: ReadQueryOptions,
): WorkSteps<Reading> {
  const compare = (comparisons: number): void => {
    budget.spend(comparisons)
    checkBudget(budget)
  }
  const text = normalise(query)
  const language = languageOf(isName ? withoutNames(text, isName) : text)
  yield
  const rules = rulesOf(language)
  const split = sentencesOf(
    tokensOf(text, { east: rules.table.east }),
    (token) =>
      token !== undefined && (isKnown(token.text, rules) || rules.words.connectors.has(token.text)),
  )
  const isCased = isCasedText(split)
  const isForm = labelCount(split) > 1
  compare(split.length * split.length)
  const read: ReadSentence[] = []
  for (const [index, sentence] of split.entries()) {
    yield
    const tokens = respelled(sentence.tokens, rules, { isCased, isName })
    const context = { rules, isCased, isForm, isName, index }
    const one = readSentence({ ...sentence, tokens }, context)
    compare(comparisonsIn(one))
    read.push(one)
  }
  yield
  const sentences = withAntecedents(
    isName ? withoutUnknown(read, { rules, isCased, isName }) : read,
  )
  yield
  const source = { text, language, rules, hasLocation }
  const apart = readingOf(sentences, source)
  const joined = sentences.map((sentence) => withTowns(sentence, rules, isName))
  if (joined.every((sentence, i) => sentence === sentences[i])) return apart
  yield
  return eitherOf(readingOf(joined, source), apart)
}

/** Of two readings of one text the first, with the places of the other as another division of it. */
function eitherOf(first: Reading, second: Reading): Reading {
  if (first.refusal) return second
  if (second.refusal || first.intent !== second.intent) return first
  const { places, otherPlaces } = second.slots
  const others = [...first.slots.otherPlaces, places, ...otherPlaces].slice(0, maxAlternatives)
  return { ...first, slots: { ...first.slots, otherPlaces: others } }
}

interface ReadingSource extends Pick<SlotSource, 'text' | 'rules' | 'hasLocation'> {
  language: ReaderLanguage
}

function readingOf(
  sentences: readonly ReadSentence[],
  { text, language, rules, hasLocation }: ReadingSource,
): Reading {
  const withCategory = new Map(
    sentences.flatMap((sentence) => {
      const kinds = freeCategoriesIn(sentence, rules)
      const hasSize = kinds.some(({ size }) => size !== undefined && size > 1)
      return kinds.length > 0 ? [[sentence, { hasSize }] as const] : []
    }),
  )
  const request = requestOf({
    sentences,
    withCategory,
    structure: structureOf(sentences, rules.words.and),
    joints: rules.words.and,
    or: rules.words.or,
  })
  const refuse = (refusal: NonNullable<typeof request.refusal>): Reading => {
    const mentions = sentences.flatMap(({ mentions }) => mentions)
    const places: readonly PlaceSlot[] = placesOf(mentions, 'name', {
      text,
      rules,
      isList: false,
    }).first
    const { intent } = request
    return { language, refusal, places, ...(intent && { intent }) }
  }
  if (request.refusal) return refuse(request.refusal)
  const { intent, sentence: asking } = request
  const result = slotsOf(intent, { text, rules, sentences, asking, hasLocation })
  return result.refusal ? refuse(result.refusal) : { language, intent, slots: result.slots }
}
