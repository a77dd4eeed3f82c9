import type { ReadSentence } from '../read-sentence.ts'
import type { RoledMention } from '../roles.ts'
import type { LanguageRules } from '../rules.ts'

/** What the slots of a request are read from. */
export interface SlotSource {
  text: string
  rules: LanguageRules
  sentences: readonly ReadSentence[]
  /** The sentence that asks. */
  asking: ReadSentence
  hasLocation: boolean
}

export const mentionsOf = (sentences: readonly ReadSentence[]): RoledMention[] =>
  sentences.flatMap(({ mentions }) => mentions)

/** The sentences, the asking one first, then those before it from the nearest, then those after it. */
export function byNearness({ sentences, asking }: SlotSource): ReadSentence[] {
  const before = sentences.slice(0, asking.index).reverse()
  return [asking, ...before, ...sentences.slice(asking.index + 1)]
}

export const hasCue = ({ cues }: ReadSentence, name: string) =>
  cues.some((match) => match.name === name)
