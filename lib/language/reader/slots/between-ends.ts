import { nameOf, type RoledMention } from '../roles.ts'
import type { LanguageRules } from '../rules.ts'

/** `I leave X, fetch Bo at Y and go to Z`: a place in a clause of its own between the ends of a way. */
export function isOnTheWay(
  { role, start, sentence, tokens }: RoledMention,
  { origin, destination }: { origin?: RoledMention; destination?: RoledMention },
  { words }: LanguageRules,
): boolean {
  if (role !== 'at' || origin?.sentence !== sentence || destination?.sentence !== sentence)
    return false
  const isParted = (from: number, to: number) =>
    from < to && tokens.slice(from, to).some(({ text }) => text === ',' || words.and.has(text))
  return isParted(origin.end, start) && isParted(start, destination.start)
}

/** `From X to Y and to X`: the places of a way that ends where it starts. */
export function isRoundWay(mentions: readonly RoledMention[]): boolean {
  const [first, last] = [mentions[0], mentions.at(-1)]
  const isTo = last?.role === 'to' || last?.role === 'end'
  return mentions.length > 2 && isTo && nameOf(first!) === nameOf(last!)
}
