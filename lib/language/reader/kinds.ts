import { categoriesIn } from './categories.ts'
import type { Mention } from './mentions.ts'
import type { PhraseMatch } from './phrases.ts'
import type { LanguageRules } from './rules.ts'
import type { TextToken } from './tokens.ts'

interface KindScan {
  tokens: readonly TextToken[]
  taken: readonly boolean[]
  roles: readonly PhraseMatch[]
  cues: readonly PhraseMatch[]
  rules: LanguageRules
}

/** Roles that lead from one place to another. */
const wayRoles = ['from', 'to', 'start', 'end', 'via', 'between']

/**
 * Kinds of places where a way begins or ends, which have no capital: `from Kiasma to a pharmacy`. The other end is a
 * name; between two names a kind is a stop. Beside a name it is of the name: `to the restaurant Sea Horse`,
 * `the beach of Larvotto`.
 */
export function kindsBehindRoles(names: readonly Mention[], scan: KindScan): Mention[] {
  const { tokens, roles, cues, rules } = scan
  // The longest phrase counts: `perto de` is near, not from.
  const roleOf = ({ start, articleStart }: Mention) =>
    roles
      .filter(({ end }) => end === start || end === articleStart)
      .reduce<PhraseMatch | undefined>((a, b) => (a && a.start <= b.start ? a : b), undefined)
  const ends = names.filter((name) => wayRoles.includes(roleOf(name)?.name ?? ''))
  const wanted =
    ends.length >= 2 ? ['via'] : names.length === 1 && ends.length === 1 ? wayRoles : []
  if (wanted.length === 0) return []
  const nearest = cues.filter(({ name }) => name === 'nearest')
  const isOf = (at: number) => rules.words.ofTown.has(tokens[at]?.text ?? '')
  const isSmall = (at: number) =>
    rules.words.articles.has(tokens[at]!.text) ||
    nearest.some(({ start, end }) => start <= at && at < end)
  return categoriesIn(scan, rules).flatMap(({ start, end, ids }) => {
    // `Along the river` is no stop.
    if (ids.every((id) => id === 'river')) return []
    const isOfName = names.some(
      (name) =>
        (name.start < end && start < name.end) ||
        name.kindStart === start ||
        (name.start >= end && name.articleStart <= end + (isOf(end) ? 1 : 0)),
    )
    let before = start
    while (before > 0 && isSmall(before - 1)) before--
    const isEnd = roles.some((role) => role.end === before && wanted.includes(role.name))
    if (isOfName || !isEnd) return []
    return [{ kind: 'named' as const, start, end, articleStart: start, longEnd: end, isKind: true }]
  })
}

/**
 * Names of towns with the kind of place in them where a way begins or ends: `from the museum in Kamppi to Kiasma`. It
 * is not the town that somebody comes from. `To a bakery in Ordino` is a search where no other place is named.
 */
export function withKinds(
  names: readonly Mention[],
  { tokens, taken, roles, rules }: Omit<KindScan, 'cues'>,
): Mention[] {
  const kinds = categoriesIn({ tokens, taken }, rules)
  const roleBefore = (at: number, ...wanted: string[]) =>
    roles.find(({ name, end }) => end === beforeArticles(at) && wanted.includes(name))?.name
  const longer = names.map((name) => {
    const town = beforeArticles(name.start)
    const kind = kinds.find(({ end }) => end === town - 1)
    const before = kind ? (tokens[kind.start - 1]?.text ?? '') : ''
    // `A stand of tacos in X`: no way begins at tacos.
    const isBare = before.length < 3 && !rules.words.articles.has(before)
    const role = kind && !isBare && roleBefore(kind.start, 'from', 'to', 'between')
    if (!kind || !role || name.kind !== 'named') return name
    const others = names.filter(({ start, end }) => end <= kind.start || start >= name.end)
    // `De la pharmacie à Ordino` is two places, `à la pharmacie à Ordino` is one.
    const isInTown =
      rules.words.inTown.has(tokens[town - 1]!.text) ||
      (role === 'to' && roleBefore(name.start, 'at', 'to') !== undefined)
    if (!isInTown || (role === 'to' && others.length === 0)) return name
    return { ...name, start: kind.start, articleStart: kind.start }
  })
  return longer.filter(
    (name, i) =>
      !longer.some(({ start, end }, j) => i !== j && start <= name.start && name.end <= end),
  )

  /** Where the articles before a word start. */
  function beforeArticles(at: number): number {
    let start = at
    while (start > 0 && rules.words.articles.has(tokens[start - 1]!.text)) start--
    return start
  }
}
