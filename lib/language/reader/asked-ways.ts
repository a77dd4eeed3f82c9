/** Whether a sentence with places asks for a way between them, or for something else. */

import { clauseOf, isIn, overlap, type Span } from './clauses.ts'
import { hasCue, hasRole } from './forms.ts'
import type { PhraseMatch } from './phrases.ts'
import type { ReadSentence } from './read-sentence.ts'
import { goesBetween } from './structure.ts'

/**
 * `Are there wolves between A and B?`: something there, and no word for a way; those that lead from and to a place are
 * none.
 */
export function asksForOther(sentence: ReadSentence, joints: ReadonlySet<string>): boolean {
  const { intents, tokens, mentions, roles, travel, avoid, quantities, isQuestion } = sentence
  const hasWay = intents.some(
    ({ name, start, end, inGaps }) =>
      name === 'route' &&
      tokens.some(
        ({ kind, text }, at) =>
          kind === 'word' &&
          start <= at &&
          at < end &&
          !joints.has(text) &&
          !inGaps.includes(at) &&
          !isIn(roles, at) &&
          !isIn(mentions, at),
      ),
  )
  return (
    isQuestion &&
    !hasWay &&
    !hasCue(sentence, 'asks_way') &&
    !hasRole(sentence, 'start', 'end') &&
    travel.length + avoid.length + quantities.length === 0 &&
    (hasCue(sentence, 'exists') || sentence.unknownWords > 0 || saysOther(sentence))
  )
}

/**
 * `Do you cross a toll bridge from A to B?`, `A smuggler once carried a piano from A to B`: words of its own, and none
 * that asks for a way, its length or its time. A question that says how to travel (`on foot`) asks for it.
 */
export function asksNoWay(sentence: ReadSentence): boolean {
  if (hasCue(sentence, 'asks_way')) return false
  return sentence.isQuestion ? !asksByTravel(sentence) && saysMore(sentence) : tellsOfWay(sentence)
}

/** Whether a clause with a place tells of others, of the past or of hearsay. */
const tellsOfWay = (sentence: ReadSentence) =>
  sentence.cues.some((cue) => {
    if (cue.name !== 'tells') return false
    const clause = clauseOf(sentence, cue)
    return sentence.mentions.some((mention) => overlap(mention, clause))
  })

/** A way of several words, or of one between two places that are not asked for what is there. */
const asksByTravel = (sentence: ReadSentence) =>
  sentence.travel.some(({ start, end }) => end - start > 1) ||
  (sentence.travel.length > 0 && goesBetween(sentence) && !hasCue(sentence, 'exists'))

/** Whether a sentence has a word beside places, the small words of the language and those of a way. */
const saysMore = (sentence: ReadSentence) =>
  hasWordBeside(sentence, [
    ...sentence.cues,
    ...sentence.intents.filter(({ name }) => name === 'route').flatMap(withoutGaps),
  ])

/** Whether a sentence has a word of its own beside places and the small words of the language. */
const saysOther = (sentence: ReadSentence) =>
  hasWordBeside(
    sentence,
    sentence.intents.filter(({ name }) => name !== 'route'),
  )

function hasWordBeside(
  { tokens, mentions, roles, things, taken }: ReadSentence,
  phrases: readonly Span[],
): boolean {
  return tokens.some(
    ({ kind, text }, at) =>
      kind === 'word' &&
      things.has(text) &&
      !taken[at] &&
      ![mentions, roles, phrases].some((spans) => isIn(spans, at)),
  )
}

/** The tokens that a phrase names, one span each. */
function withoutGaps({ start, end, inGaps }: PhraseMatch): Span[] {
  return Array.from({ length: end - start }, (_, i) => start + i)
    .filter((at) => !inGaps.includes(at))
    .map((at) => ({ start: at, end: at + 1 }))
}
