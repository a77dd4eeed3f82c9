import type { Interpretation } from '../interpret/interpretations.ts'
import type { QueryTerm } from '../interpret/query-term.ts'
import { firstDocIds } from '../retrieve/posting-iterator.ts'
import { addHits, type Hits } from '../retrieve/retrieve.ts'
import type { TermCache } from '../retrieve/term-cache.ts'
import { nameKey } from '../retrieve/term-keys.ts'

/** Words of a street's name, and names tried for one house number. */
const maxNameWords = 6
const maxNames = 8
/** Streets of one name. */
const maxStreets = 24

/**
 * Adds streets whose whole name stands beside the house number, whatever else the text says. It finds names
 * that have no word worth searching for: `Rua da Igreja`, `Rua 35`.
 */
export async function addStreetsBesideNumber(
  cache: TermCache,
  [plain, ...others]: readonly Interpretation[],
  { hits, scopeSets }: { hits: Hits; scopeSets: readonly (readonly string[])[] },
): Promise<void> {
  const names = others.flatMap((interpretation) =>
    namesBesideNumber(interpretation, plain!.terms).map((terms) => ({ interpretation, terms })),
  )
  const keys = names.map(nameKey)
  await cache.lookUpAndRead(keys)
  for (const [i, { interpretation, terms }] of names.entries()) {
    const named = cache.iterate(keys[i]!, true)
    const iterator = named && cache.intersect([named], scopeSets)
    if (!iterator) continue
    const { docIds } = firstDocIds(iterator, maxStreets, cache.readOptions)
    addHits(hits, docIds, { interpretation, trusted: new Set(terms) })
  }
}

/** Runs of words that end before the house number, or begin after one that stands first; longest first. */
function namesBesideNumber(
  { houseNumber, terms }: Interpretation,
  plain: readonly QueryTerm[],
): QueryTerm[][] {
  if (houseNumber === undefined) return []
  const at = terms.findIndex((term, i) => term !== plain[i])
  const before = terms.slice(0, at < 0 ? terms.length : at)
  const names =
    before.length > 0
      ? before.map((_, first) => before.slice(first))
      : terms.map((_, end) => terms.slice(0, end + 1)).reverse()
  return names
    .filter((name) => name.length <= maxNameWords && !name[0]!.optional)
    .slice(0, maxNames)
}
