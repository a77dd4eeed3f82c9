import type { RoledMention } from '../roles.ts'
import type { SlotSource } from './slot-source.ts'

/** Words between `back` and the place, at most: `back to my hotel, the Columbus`. */
const maxReturnDistance = 5

/** `then back to the hotel Columbus`: a place after a word for a return. */
export function placeOfReturn(
  { sentences }: SlotSource,
  start: RoledMention | undefined,
): RoledMention | undefined {
  for (const { cues, mentions, tokens } of sentences) {
    for (const cue of cues.filter(({ name }) => name === 'return')) {
      const place = mentions.find((mention) => mention.start >= cue.start)
      if (!place || place === start || mentions.at(-1) !== place) continue
      const between = tokens.slice(cue.end, place.start).filter(({ kind }) => kind === 'word')
      if (between.length <= maxReturnDistance) return place
    }
  }
  return undefined
}

/** `The depot is in X and I must be back`: the only place of a sentence with a word for a return, before it. */
export function placeBesideReturn({ sentences }: SlotSource): RoledMention | undefined {
  for (const { cues, mentions } of sentences) {
    const [only] = mentions
    const isBefore = cues.some(({ name, start }) => name === 'return' && only && start >= only.end)
    if (mentions.length === 1 && isBefore) return only
  }
  return undefined
}

/** `I leave the depot in X ... and end at the depot`: the place of the start, by its common noun. */
export function endsWhereItStarts(
  { sentences, rules }: SlotSource,
  start: RoledMention | undefined,
): boolean {
  if (!start) return false
  const isNoun = (word: string) => word.length > 3 && !rules.words.function.has(word)
  const before = start.tokens.slice(Math.max(0, start.start - 5), start.start)
  const nouns = new Set(before.map(({ text }) => text).filter(isNoun))
  return sentences.some(({ tokens, roles, mentions }) =>
    roles.some(
      ({ name, end }) =>
        name === 'end' &&
        !mentions.some((mention) => mention.start >= end) &&
        tokens
          .slice(end, end + 7)
          .some(({ text, raw }) => nouns.has(text) || rules.words.there.has(raw.toLowerCase())),
    ),
  )
}
