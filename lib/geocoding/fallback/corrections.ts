import { type Gazetteer, namespaces, type ReadOptions as Reads } from '../../gazetteer/index.ts'
import type { Alternative, Slot } from '../interpret/query-term.ts'
import type { Lexicon } from '../retrieve/term-cache.ts'
import { firstParts, laterParts, splitsOf } from './word-splits.ts'

/** Words shorter than this are not corrected, words from the second length on in two places. */
export const shortestCorrected = 4
export const shortestTwice = 8
/** Longer ones are no words. */
const longestCorrected = 40
/** Words corrected in one query, and what each may become. */
const mostCorrected = 6
const mostSimilar = 8
const mostLonger = 12

const similarQuality = [1, 0.8, 0.62] as const
/** The word as typed is there too, so it was less likely mistyped. */
const knownFactor = 0.9
/** Cut short, or with a blank too few or too many. */
const longerQuality = 0.82
const splitQuality = 0.85

/** What the words of a query may have been meant to be, by the text of their slot. */
export type Corrections = ReadonlyMap<string, readonly Alternative[]>

/**
 * Looks for what was meant by each word: words within one edit from 4 letters and two from 8 (figures are
 * never corrected); words it is the beginning of; two words typed as one. In two rounds of reads.
 */
export async function corrections(
  gazetteer: Gazetteer,
  lexicon: Lexicon,
  slots: readonly Slot[],
  { open, reads }: { open: boolean; reads: Reads },
): Promise<Corrections> {
  const chosen = slots.filter(isCorrectable)
  // Words that are not there at all first: they are what is wrong.
  const ordered = [...chosen].sort(
    (a, b) => Number(isKnown(lexicon, a)) - Number(isKnown(lexicon, b)),
  )
  const found = new Map<string, Alternative[]>()
  // Each goes on to look up what it found without waiting for the others.
  const lookedUp = async (finding: Promise<Alternative[]>): Promise<Alternative[]> => {
    const alternatives = await finding
    const keys = new Set<string>()
    for (const { words } of alternatives) addKeys(keys, words)
    await lexicon.look(keys)
    return alternatives
  }
  await Promise.all(
    ordered.slice(0, mostCorrected).map(async (slot) => {
      const known = isKnown(lexicon, slot)
      const [similar, longer] = await Promise.all([
        lookedUp(similarTo(gazetteer, slot, known, reads)),
        open || !known ? lookedUp(longerThan(gazetteer, slot, reads)) : [],
        known ? undefined : lookParts(lexicon, slot),
      ])
      found.set(slot.text, [...similar, ...longer])
    }),
  )
  for (const [text, alternatives] of found) {
    await lexicon.pause()
    for (const words of splitsOf(text, (part) => isWord(lexicon, part))) {
      alternatives.push({ words, quality: splitQuality, edits: 1 })
    }
  }
  return found
}

/** Looks up what a word may be made of: what follows only where it begins with a word. */
async function lookParts(lexicon: Lexicon, { text }: Slot): Promise<void> {
  const key = (part: string) => `${namespaces.word}:${part}`
  await lexicon.look(firstParts(text).map(key))
  await lexicon.look(laterParts(text, (part) => isWord(lexicon, part)).map(key))
}

/** The slot with what it may have been meant to be. */
export function widened(slot: Slot, found: Corrections): Slot {
  const more = found.get(slot.text)
  if (!more?.length) return slot
  return { ...slot, alternatives: [...slot.alternatives, ...more] }
}

/** Neighbours typed as two words, which the index has as one. */
export function joinKeys(slots: readonly Slot[]): { at: number; word: string }[] {
  return slots
    .slice(1, mostCorrected)
    .map(({ text }, i) => ({ at: i, word: slots[i]!.text + text }))
}

export function isWord(lexicon: Lexicon, word: string): boolean {
  return Boolean(
    lexicon.term(`${namespaces.word}:${word}`) ?? lexicon.term(`${namespaces.context}:${word}`),
  )
}

export function addKeys(keys: Set<string>, words: readonly string[]): void {
  for (const word of words) {
    keys.add(`${namespaces.word}:${word}`)
    keys.add(`${namespaces.context}:${word}`)
  }
}

function isKnown(lexicon: Lexicon, { text }: Slot): boolean {
  return isWord(lexicon, text)
}

function isCorrectable({ text, optional }: Slot): boolean {
  if (optional || text.length > longestCorrected || text.includes(' ')) return false
  return [...text].length >= shortestCorrected - 1 && !/^\d+$/.test(text)
}

async function similarTo(
  gazetteer: Gazetteer,
  { text, prefix }: Slot,
  known: boolean,
  reads: Reads,
): Promise<Alternative[]> {
  const length = [...text].length
  if (length < shortestCorrected || /\d/.test(text)) return []
  const edits = length >= shortestTwice ? 2 : 1
  const similar = await gazetteer.similar(text, { ...reads, edits, prefix, limit: mostSimilar })
  return similar
    .filter(({ edits }) => edits > 0)
    .map(({ term, edits }) => ({
      words: [term.key.slice(2)],
      quality: similarQuality[edits]! * (known ? knownFactor : 1),
      edits,
    }))
}

async function longerThan(
  gazetteer: Gazetteer,
  { text, prefix }: Slot,
  reads: Reads,
): Promise<Alternative[]> {
  if (prefix) return []
  const { terms } = await gazetteer.termsFrom(`${namespaces.word}:${text}`, mostLonger, reads)
  return terms
    .map(({ key }) => key.slice(2))
    .filter((word) => word !== text)
    .map((word) => ({ words: [word], quality: longerQuality, edits: 1 }))
}
