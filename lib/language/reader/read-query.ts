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
}

/**
 * What a query asks for, from its words alone: its language, the backend, and the slots as typed. Never guesses a place:
 * where the words allow several readings, all are given, and geocoding decides.
 *
 * @example
 * readQuery('How far can I walk in 15 minutes from Kiasma?', { hasLocation: false })
 * // { language: 'en', intent: 'isochrone', slots: { places: [Kiasma], contours: [{ time: 15 }], travel: 'pedestrian' } }
 */
export function readQuery(query: string, { hasLocation, isName }: ReadQueryOptions): Reading {
  const text = normalise(query)
  const language = languageOf(isName ? withoutNames(text, isName) : text)
  const rules = rulesOf(language)
  const split = sentencesOf(
    tokensOf(text, { east: rules.table.east }),
    (token) =>
      token !== undefined && (isKnown(token.text, rules) || rules.words.connectors.has(token.text)),
  )
  const isCased = isCasedText(split)
  const isForm = labelCount(split) > 1
  const read = split.map((sentence, index) => {
    const tokens = respelled(sentence.tokens, rules, { isCased, isName })
    return readSentence({ ...sentence, tokens }, { rules, isCased, isForm, isName, index })
  })
  const sentences = withAntecedents(
    isName ? withoutUnknown(read, { rules, isCased, isName }) : read,
  )
  const source = { text, language, rules, hasLocation }
  const apart = readingOf(sentences, source)
  const joined = sentences.map((sentence) => withTowns(sentence, rules, isName))
  if (joined.every((sentence, i) => sentence === sentences[i])) return apart
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
