import abbreviationsByEnding from '../../../data/text/compound-endings.json' with { type: 'json' }
import type { WordForm } from './word.ts'

/** Maximum length of a short ending. Short endings are common in other words too, so they need a longer first part. */
const maxShortEndingLength = 3

interface Ending {
  text: string
  full: string
  /** Whether it applies only before a dot. */
  dotted: boolean
}

let endingsByLastLetter: Map<string, Ending[]> | undefined

/** Loads the street types that German, Dutch and the Nordic languages append to a name, by last letter. */
function loadEndings(): Map<string, Ending[]> {
  const byLastLetter = new Map<string, Ending[]>()
  for (const [full, abbreviations] of Object.entries(abbreviationsByEnding)) {
    for (const written of [full, ...abbreviations]) {
      const text = written.replace('.', '')
      const key = text.at(-1)!
      const ending = { text, full, dotted: text !== written }
      byLastLetter.set(key, [...(byLastLetter.get(key) ?? []), ending])
    }
  }
  return byLastLetter
}

/**
 * Expands a compound street name and splits it into its two parts. `hauptstr` becomes hauptstrasse and
 * haupt + strasse, and also hauptstraat and haupt + straat, because a single word does not show its language.
 */
export function findCompoundForms(text: string, dotted: boolean): WordForm[] {
  const forms: WordForm[] = []
  if (text.length < 6 && !dotted) return forms
  endingsByLastLetter ??= loadEndings()
  for (const ending of endingsByLastLetter.get(text.at(-1) ?? '') ?? []) {
    if ((ending.dotted && !dotted) || !text.endsWith(ending.text)) continue
    const name = text.slice(0, -ending.text.length)
    const short = ending.full.length <= maxShortEndingLength || ending.dotted
    if (name.length < (short ? 4 : 3) || !/^\D+$/.test(name)) continue
    if (ending.full !== ending.text) {
      forms.push({ kind: 'expansion', words: [name + ending.full] })
    }
    forms.push({ kind: 'split', words: [name, ending.full] })
  }
  return forms
}
