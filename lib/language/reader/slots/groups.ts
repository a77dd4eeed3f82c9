import type { RoledMention } from '../roles.ts'
import type { SlotSource } from './slot-source.ts'

export interface Groups {
  sources: RoledMention[]
  targets: RoledMention[]
}

/**
 * Two lists that the text names as such: `on the one hand A and B, on the other hand C`, `Origins: A, B. Destinations:
 * C`, `between A, B (origins) and C (destinations)`.
 */
export function groupsIn({ sentences }: SlotSource): Groups | undefined {
  return labelledGroups(sentences) ?? sidesIn(sentences)
}

/** `Between A and each of B, C and D`. */
export function pairWithEach({ asking: { mentions, cues } }: SlotSource): Groups | undefined {
  const each = cues.find(({ name }) => name === 'everyone')
  if (!each || mentions[0]?.role !== 'between') return undefined
  return areBoth({
    sources: mentions.filter(({ end }) => end <= each.start),
    targets: mentions.filter(({ start }) => start >= each.end),
  })
}

/** Two lists and nothing else: `two nurses, in A and B; three patients, in C, D and E`. */
export function twoLists({ sentences }: SlotSource): Groups | undefined {
  const lists: RoledMention[][] = []
  for (const mention of sentences.flatMap(({ mentions }) => mentions)) {
    if (mention.kind === 'here') return undefined
    if (mention.isListed && lists.length > 0) lists.at(-1)!.push(mention)
    else lists.push([mention])
  }
  const [sources, targets, ...more] = lists
  if (!sources || !targets || more.length > 0) return undefined
  return sources.length > 1 && targets.length > 1 ? { sources, targets } : undefined
}

type Sentences = SlotSource['sentences']

/** A label before a colon holds for the places behind it, one in brackets for those before it. */
function labelledGroups(sentences: Sentences): Groups | undefined {
  const groups: Groups = { sources: [], targets: [] }
  let open: RoledMention[] | undefined
  let unlabelled: RoledMention[] = []
  for (const { tokens, cues, mentions } of sentences) {
    for (let at = 0; at < tokens.length; at++) {
      const label = cues.find(
        ({ name, start }) => start === at && (name === 'sources' || name === 'targets'),
      )
      const mention = mentions.find(({ start }) => start === at)
      const isBefore =
        label &&
        (/^[:=]$/.test(tokens[label.end]?.text ?? '') ||
          mentions.some(({ start }) => start === label.end))
      if (isBefore) open = groups[label.name as keyof Groups]
      else if (label && tokens[at - 1]?.text === '(') {
        groups[label.name as keyof Groups].push(...unlabelled)
        unlabelled = []
      } else if (mention && open) open.push(mention)
      else if (mention) unlabelled.push(mention)
    }
  }
  return areBoth(groups)
}

/** What stands between the words for one side and the other, and behind these. */
function sidesIn(sentences: Sentences): Groups | undefined {
  for (const { cues, mentions } of sentences) {
    const [one, other] = ['one_side', 'other_side'].map((side) =>
      cues.find(({ name }) => name === side),
    )
    if (!one || !other) continue
    return areBoth({
      sources: mentions.filter(({ start }) => start >= one.end && start < other.start),
      targets: mentions.filter(({ start }) => start >= other.end),
    })
  }
  return undefined
}

const areBoth = (groups: Groups): Groups | undefined =>
  groups.sources.length > 0 && groups.targets.length > 0 ? groups : undefined
