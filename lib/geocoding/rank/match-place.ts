import type { Place } from '../../gazetteer/index.ts'
import { isStopWord } from '../../text/index.ts'
import type { Alternative, Slot } from '../interpret/query-term.ts'
import { type FormPart, type NameRecord, type PlaceRecord, recordOf } from './place-tokens.ts'

/** How well a place meets the slots of a reading. */
export interface Comparison {
  /** 0 to 1: 1 is a name typed whole, with nothing left over but where it is. */
  text: number
  /** The name was typed whole. */
  whole: boolean
  /** Every word typed is met, and by no mere beginning. */
  spelled: boolean
  /** What was typed is the name, or literally how it begins. */
  named: boolean
  /** How much of the name was typed, articles aside; 1 where the category was asked for. */
  cover: number
  /** A word that says something by itself is in the place's own name. */
  ownContent: boolean
  /** It is what it is by its category. */
  byCategory: boolean
  /** Letters corrected. */
  edits: number
  /** Words that say something by themselves and are in neither its name nor where it is. */
  dropped: number
  /** Content words met as they were typed, or by a rightful form. */
  exact: number
  /** Content words met after a correction. */
  corrected: number
}

/** How one slot is met; `index` is the word of the name, -1 when it is met by where the place is. */
interface Met {
  quality: number
  edits: number
  index: number
  /** Of a joined form the words of the name it stands for. */
  span: number
  /** How much of the word of the name is met. */
  share: number
  /** Further words of the name. */
  also?: FormPart[]
  /** By the word itself, not by a form of it; by its beginning. */
  literal?: boolean
  prefix?: boolean
}

/** A slot that is met by the category alone: a name that has the word comes first. */
const categoryQuality = 0.85
/** Nothing but the beginning of a word. */
const prefixQuality = 0.9
/** Where it is counts a shade less than its own name. */
const contextQuality = 0.97
/** Known from the index, though not from the record: postcodes and names of its houses. */
const trustedQuality = 0.85
/** An article that is missing, and how much each takes of the whole: it may be what tells two names apart. */
const missingArticle = 0.7
const missingArticleFactor = 0.95
/** Where it is, from a beginning: many are the words of many languages that begin so. */
const contextPrefixQuality = 0.7

/**
 * Compares a place with the slots. `trusted` are slots that the index says it meets even where the
 * record does not show how.
 */
export function compare(
  place: Place,
  slots: readonly Slot[],
  trusted?: ReadonlySet<Slot>,
): Comparison {
  const record = recordOf(place)
  const elsewhere = slots.map((slot) => metElsewhere(slot, place, record))
  let best: Comparison | undefined
  for (const name of record.names) {
    const comparison = compareName(name, slots, elsewhere, trusted)
    if (!best || worthOf(comparison) > worthOf(best)) best = comparison
    if (best.whole && best.text >= 1) break
  }
  return best ?? compareName(unnamed, slots, elsewhere, trusted)
}

/** A text of several words that is the name, or how it begins, is hardly meant for anything else. */
const namedBonus = 0.25

/** Of one word many names begin so; it parts those of which as little is left over. */
const begunBonus = 0.04

/** What a comparison counts beside others of the same text; `several` words were typed in it. */
export function worthOf({ text, named, whole }: Comparison, several = true): number {
  if (!named) return text
  return several ? text + namedBonus : whole ? text : text + begunBonus
}

const unnamed: NameRecord = { words: [], weights: [], total: 0, forms: new Map(), quality: 1 }

function compareName(
  name: NameRecord,
  slots: readonly Slot[],
  elsewhere: readonly (Met | undefined)[],
  trusted: ReadonlySet<Slot> | undefined,
): Comparison {
  const result = {
    whole: false,
    spelled: true,
    named: false,
    cover: 0,
    ownContent: false,
    byCategory: false,
    edits: 0,
    dropped: 0,
    exact: 0,
    corrected: 0,
  }
  const covered = new Map<number, number>()
  const cover = ({ index, span, share }: FormPart) => {
    for (let at = index; at < index + span; at++) {
      covered.set(at, Math.min(1, (covered.get(at) ?? 0) + share))
    }
  }
  let wanted = 0
  let got = 0
  let previous = -1
  let inOrder = true
  let isLiteral = true
  let articles = 1
  let hasPrefix = false
  for (const [i, slot] of slots.entries()) {
    const inName = metInName(slot, name)
    const outside = elsewhere[i]
    const met = better(inName, outside)
    wanted += slot.weight
    if (!met) {
      if (trusted?.has(slot) && !isShortNumber(slot)) got += slot.weight * trustedQuality
      else if (slot.optional) {
        got += slot.weight * missingArticle
        articles *= missingArticleFactor
      } else if (slot.content) result.dropped++
      else result.dropped += 0.5
      isLiteral = false
      result.spelled = false
      continue
    }
    got += slot.weight * met.quality
    result.edits += met.edits
    const isOwn = met === inName
    if (isOwn) {
      cover(met)
      for (const part of met.also ?? []) cover(part)
      if (met.index < previous) inOrder = false
      previous = met.index
    }
    if (
      !isOwn ||
      (met.index !== i && met.index !== i + begins(name)) ||
      met.span !== 1 ||
      !met.literal
    )
      isLiteral = false
    if (met.prefix) result.spelled = false
    if (isOwn && met.prefix) hasPrefix = true
    if (outside?.index === categoryIndex) result.byCategory = true
    if (!slot.content) continue
    if (isOwn) result.ownContent = true
    if (met.edits > 0) result.corrected++
    else result.exact++
  }
  const share = coverOf(name, covered, result.byCategory)
  const fraction = wanted > 0 ? got / wanted : 0
  const full = 0.999
  result.whole = share >= full && inOrder
  result.cover = result.byCategory || slots.length === 0 ? 1 : contentCover(name, covered)
  // All but an article is nearly all.
  const isNearlyWhole = inOrder && result.cover >= full && !result.byCategory
  const shape = result.whole ? 1 : isNearlyWhole ? 0.98 : 0.62 + 0.3 * share + (inOrder ? 0.05 : 0)
  // A word out of an official name or a code says less than one of the name on the spot.
  const isAll = result.whole || isNearlyWhole
  const quality = isAll && !hasPrefix ? name.quality : name.quality ** 6
  // A beginning of words for kinds and articles is one too: `Taverna S` of `Taverna Stambuoch`.
  const isAsked = result.dropped === 0 && (result.ownContent || isLiteral)
  result.named = isAsked && (isLiteral || isAll)
  return { ...result, text: fraction * shape * quality * articles }
}

/** One or two figures are a house number before they are a postcode. */
function isShortNumber({ text }: Slot): boolean {
  return /^\d{1,2}$/.test(text)
}

/** The first word of a name that is no article. */
function begins({ words }: NameRecord): number {
  return Math.max(
    0,
    words.findIndex((word) => !isStopWord(word)),
  )
}

type Covered = ReadonlyMap<number, number>

/** How much of the name was typed; a place that is asked for by its category needs no name. */
function coverOf(name: NameRecord, covered: Covered, byCategory: boolean): number {
  let weight = 0
  for (const [index, share] of covered) weight += share * (name.weights[index] ?? 0)
  const share = name.total > 0 ? weight / name.total : 0
  return byCategory ? Math.max(share, 0.6) : share
}

/** The same without the articles; of a name of articles alone with them. */
function contentCover({ words, weights, total }: NameRecord, covered: Covered): number {
  let [all, met] = [0, 0]
  for (const [i, word] of words.entries()) {
    if (isStopWord(word)) continue
    all += weights[i]!
    met += weights[i]! * (covered.get(i) ?? 0)
  }
  if (all > 0) return met / all
  return total > 0 && covered.size === words.length ? 1 : 0
}

const categoryIndex = -2

function better(inName: Met | undefined, outside: Met | undefined): Met | undefined {
  if (!inName || !outside) return inName ?? outside
  return outside.quality > inName.quality ? outside : inName
}

function metInName(slot: Slot, name: NameRecord): Met | undefined {
  if (slot.role === 'where') return undefined
  let best: Met | undefined
  for (const alternative of slot.alternatives) {
    if (best && best.quality >= alternative.quality) continue
    const met = alternativeInName(alternative, name)
    if (met && (!best || met.quality > best.quality)) best = met
  }
  if (slot.prefix && (!best || best.quality < prefixQuality)) {
    const index = name.words.findIndex((word) => word.startsWith(slot.text))
    if (index >= 0) {
      const share = slot.text.length / name.words[index]!.length
      const quality = prefixQuality + (1 - prefixQuality) * 0.8 * share
      best = { quality, edits: 0, index, span: 1, share: 1, literal: true, prefix: true }
    } else {
      const form = [...name.forms].find(([word]) => word.startsWith(slot.text))
      if (form) best = { quality: prefixQuality, edits: 0, ...form[1], prefix: true }
    }
  }
  return best
}

/** A word of the name that is met only by another form of it. */
const formOfName = 0.97

function alternativeInName(
  { words, quality, edits }: Alternative,
  { words: named, forms }: NameRecord,
): Met | undefined {
  let met: Met | undefined
  for (const word of words) {
    const index = named.indexOf(word)
    const part = index < 0 ? forms.get(word) : { index, span: 1, share: 1 }
    if (!part) return undefined
    const likeness = index < 0 ? quality * formOfName : quality
    if (!met) {
      met = { quality: likeness, edits, ...part, literal: quality === 1 && index >= 0 }
    } else {
      met.quality = Math.min(met.quality, likeness)
      met.also = [...(met.also ?? []), part]
    }
  }
  return met
}

/** By its category or by where it is. */
function metElsewhere(slot: Slot, place: Place, { context }: PlaceRecord): Met | undefined {
  if (slot.categories.some((category) => place.categories.includes(category))) {
    return { quality: categoryQuality, edits: 0, index: categoryIndex, span: 0, share: 0 }
  }
  if (slot.role === 'name') return undefined
  for (const { words, quality, edits } of slot.alternatives) {
    const isMet = context.some((set) => words.every((word) => set.has(word)))
    if (isMet) return { quality: quality * contextQuality, edits, index: -1, span: 0, share: 0 }
  }
  if (!slot.prefix) return undefined
  for (const set of context) {
    for (const word of set) {
      if (word.startsWith(slot.text)) {
        const share = slot.text.length / word.length
        const quality = contextPrefixQuality + 0.25 * share
        return { quality, edits: 0, index: -1, span: 0, share: 0, prefix: true }
      }
    }
  }
  return undefined
}
