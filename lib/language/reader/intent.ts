import { clauseOf, overlap, type Span } from './clauses.ts'
import type { PhraseMatch } from './phrases.ts'
import type { ReadSentence } from './read-sentence.ts'
import { type Intent, intents, type RefusalReason } from './reading.ts'
import { type Evidence, minScore, scores } from './scores.ts'
import { goesBetween } from './structure.ts'

/** What a text asks for, and the sentence that asks. */
export type Request =
  | { intent: Intent; sentence: ReadSentence; refusal?: undefined }
  | { refusal: RefusalReason; sentence?: ReadSentence; intent?: Intent }

/** A request that says where from, where to and what for. */
const clearScore = 6

/** What is asked says more than what is told. */
const questionScore = 0.3

interface Claim {
  intent: Intent
  sentence: ReadSentence
  score: number
}

/**
 * The request of a text: the backend that its words and its form speak for most, and the sentence that does. A
 * question that no backend answers is refused also beside places, because an answer to another question would be
 * wrong.
 */
export function requestOf(evidence: Evidence): Request {
  const claims = evidence.sentences.map((sentence) => bestClaim(sentence, evidence))
  const best = claims.reduce<Claim | undefined>(
    (a, b) => (b && b.score > (a?.score ?? 0) ? b : a),
    undefined,
  )
  const refused = refusalOf(evidence, claims, best)
  if (refused) return refused
  if (!best || best.score < minScore || isFormula(evidence)) return { refusal: 'no_request' }
  return { intent: best.intent, sentence: best.sentence }
}

/** Mathematics or code: no request has such marks. */
const isFormula = ({ sentences }: Evidence) =>
  sentences.some(({ tokens }) =>
    tokens.some(({ kind, text }) => kind === 'mark' && /^[\^{}\\]$/.test(text)),
  )

function bestClaim(sentence: ReadSentence, evidence: Evidence): Claim | undefined {
  let best: Claim | undefined
  for (const intent of intents) {
    const score = scores[intent](sentence, evidence)
    if (!score) continue
    const total = score + (sentence.isQuestion ? questionScore : 0)
    if (total > (best?.score ?? 0)) best = { intent, sentence, score: total }
  }
  return best
}

/** Questions of taste and number that some requests contain: `the best order`, `which is better to reach`. */
const mildReasons: ReadonlySet<string> = new Set(['rating', 'opinion'])

/** The question that no backend answers, if it is asked rather than told beside another request. */
function refusalOf(
  evidence: Evidence,
  claims: readonly (Claim | undefined)[],
  best: Claim | undefined,
): Request | undefined {
  for (const [i, sentence] of evidence.sentences.entries()) {
    const isAsked =
      sentence.isQuestion || !best || best.score < minScore || best.sentence === sentence
    // `The office opens at eight. How long will it take to get there?`
    const isTold =
      !sentence.isQuestion &&
      evidence.sentences.some((other, j) => other.isQuestion && (claims[j]?.score ?? 0) >= minScore)
    if (!isAsked || isTold) continue
    const match = reasonsIn(sentence).find(
      (reason) =>
        !isDismissed(sentence, reason, claims[i]) &&
        !isOfRequest(reason, { sentence, own: claims[i], best, evidence }),
    )
    if (match) return { refusal: match.name as RefusalReason, sentence }
  }
  return undefined
}

/** What a sentence asks that no backend answers. */
function reasonsIn(sentence: ReadSentence): PhraseMatch[] {
  const reasons = sentence.refusals.filter(
    (match) =>
      !isOfMeasure(sentence, match) &&
      !(mayBeOfRequest.has(match.name) && isOfLonger(sentence, match)),
  )
  // `Which hotel would you recommend?` asks for a rating, in words for an opinion.
  reasons.sort((a, b) => Number(a.name === 'opinion') - Number(b.name === 'opinion'))
  const counted = countAsked(sentence)
  return reasons.length > 0 || !counted ? reasons : [counted]
}

interface Refused {
  sentence: ReadSentence
  /** What else the sentence asks for. */
  own: Claim | undefined
  best: Claim | undefined
  evidence: Evidence
}

/** Whether a reason to refuse is of a request beside it. */
function isOfRequest(
  match: PhraseMatch,
  { sentence, own, best, evidence: { structure, withCategory } }: Refused,
): boolean {
  const isMild = mildReasons.has(match.name)
  const isComparison =
    (own?.intent === 'optimize' || own?.intent === 'matrix') &&
    own.score >= 4 &&
    structure.places >= 3
  if (isComparison && (isMild || isAside(sentence, match))) return true
  // `How much is it to each of these places`
  if (match.name === 'price' && own?.intent === 'matrix' && own.score >= 12) return true
  if (own?.intent !== 'route') return false
  // `Wie lange gehen wir von A zu B und auf demselben Weg zurück`
  const isClearWay =
    own.score >= clearScore && (goesBetween(sentence) || sentence.quantities.length > 0)
  const isOpening = match.name === 'opening_hours'
  if (isOpening && isClearWay && isEvent(sentence, match)) return true
  if (withCategory.has(sentence)) return false
  // `Which route do you recommend?`
  if (isMild && best?.intent === 'route' && sentence.mentions.length === 0) return true
  if (own.score < clearScore) return false
  if (isOpening) return isClearWay
  // `Which way do you recommend from A to B?` rates no place.
  return match.name === 'rating' || isAside(sentence, match)
}

/**
 * Whether a clause without a place, which no question word begins, has the phrase: `prices are mad, but anyway: drive from
 * A to B`.
 */
function isAside(sentence: ReadSentence, match: Span): boolean {
  if (sentence.isQuestion) return false
  const { tokens, mentions, questions } = sentence
  const clause = clauseOf(sentence, match)
  const begin = tokens.slice(clause.start, clause.start + 2)
  return (
    !mentions.some((mention) => overlap(mention, clause)) &&
    !begin.some(({ text }) => questions.has(text))
  )
}

/** `Never mind the price, where is the museum?`: a clause that says so, beside the one that asks. */
function isDismissed(sentence: ReadSentence, match: PhraseMatch, own: Claim | undefined): boolean {
  if (!own || own.score < minScore) return false
  const clause = clauseOf(sentence, match)
  return (
    sentence.cues.some((cue) => cue.name === 'dismissed' && overlap(cue, clause)) &&
    sentence.intents.some((intent) => !overlap(intent, clause))
  )
}

/** `The museum closes at six`: an event and its time. */
const isEvent = ({ clockTimes }: ReadSentence, { end }: Span) =>
  clockTimes.some(({ start }) => start >= end - 1 && start <= end + 1)

/** `How many buses`: a number of things, whatever they are. */
function countAsked({ tokens, cues, measures, things }: ReadSentence) {
  const cue = cues.find(({ name }) => name === 'how_many')
  // `Combien d'hôtels`
  const counted = cue && tokens.slice(cue.end).find(({ kind }) => kind !== 'mark')
  if (!cue || counted?.kind !== 'word' || !things.has(counted.text)) return undefined
  const isMeasure = [...measures].some((unit) => unit.length > 3 && counted.text.endsWith(unit))
  return isMeasure || measures.has(counted.text) ? undefined : { ...cue, name: 'count' }
}

/** Questions whose words requests have as well. */
const mayBeOfRequest: ReadonlySet<string> = new Set(['price', 'count', 'opinion', 'rating'])

/** `Quanto é` of `quanto é alto`: a request that says the words and more, not in a gap. */
function isOfLonger({ intents, tokens }: ReadSentence, refusal: Span): boolean {
  const wordsOf = ({ start, end }: Span) =>
    tokens.slice(start, end).filter(({ kind }) => kind === 'word').length
  const length = wordsOf(refusal)
  return intents.some(
    (intent) =>
      intent.start <= refusal.start &&
      refusal.end <= intent.end &&
      wordsOf(intent) > length &&
      !intent.inGaps.some((at) => refusal.start <= at && at < refusal.end),
  )
}

/** `How many metres of climbing`: a number of units is a measure, not a count. */
function isOfMeasure(
  { tokens, measures }: ReadSentence,
  { name, start, end }: { name: string; start: number; end: number },
): boolean {
  return name === 'count' && tokens.slice(start, end).some(({ text }) => measures.has(text))
}
