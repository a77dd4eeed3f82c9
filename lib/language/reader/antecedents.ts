import type { ReadSentence } from './read-sentence.ts'
import type { RoledMention } from './roles.ts'

/**
 * Sentences in which `from there` has made the place that was named last the one where the way starts: `I live in Ordino.
 * How do I get to Encamp from there?`
 */
export function withAntecedents(sentences: readonly ReadSentence[]): readonly ReadSentence[] {
  const asking = sentences.findIndex(
    ({ cues, mentions }) =>
      cues.some(({ name }) => name === 'from_there') &&
      !mentions.some(({ role }) => role === 'from' || role === 'start'),
  )
  const told = sentences
    .slice(0, Math.max(0, asking))
    .flatMap(({ mentions }) => mentions)
    .findLast(({ kind }) => kind !== 'here')
  if (!told || told.isListed) return sentences
  const start: RoledMention = { ...told, role: 'start', roles: [...told.roles, 'start'] }
  return sentences.map((sentence) =>
    sentence.mentions.includes(told)
      ? { ...sentence, mentions: sentence.mentions.map((m) => (m === told ? start : m)) }
      : sentence,
  )
}
