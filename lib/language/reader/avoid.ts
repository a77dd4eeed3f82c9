import type { PhraseMatch } from './phrases.ts'
import type { Avoidance } from './reading.ts'
import type { TextToken } from './tokens.ts'

/** Words between `without` and `hills`, and between `hills` and `are out`, at most. */
const maxWordsBefore = 9
const maxWordsAfter = 3

/** Things that a sentence names beside a word that excludes them, in order. */
export function avoidancesIn(
  tokens: readonly TextToken[],
  things: readonly PhraseMatch[],
  cues: readonly PhraseMatch[],
): Avoidance[] {
  const found: Avoidance[] = []
  for (const thing of things) {
    const isAvoided = cues.some(
      (cue) =>
        (cue.name === 'avoid_before' &&
          cue.end <= thing.start &&
          wordsBetween(tokens, cue.end, thing.start) <= maxWordsBefore) ||
        (cue.name === 'avoid_after' &&
          cue.start >= thing.end &&
          wordsBetween(tokens, thing.end, cue.start) <= maxWordsAfter),
    )
    const name = thing.name as Avoidance
    if (isAvoided && !found.includes(name)) found.push(name)
  }
  return found
}

function wordsBetween(tokens: readonly TextToken[], from: number, to: number): number {
  return tokens.slice(from, to).filter(({ kind }) => kind === 'word').length
}
