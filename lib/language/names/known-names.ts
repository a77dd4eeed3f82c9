import { type Gazetteer, namespaces, type ReadOptions } from '#places/gazetteer'
import { type IsName, nameCandidates } from '../reader/index.ts'

/** Names looked up for a query, at most; the first ones of the text. */
export const maxLookups = 100

/**
 * Which parts of a query are whole names of places, for `readQuery`: one look-up of at most {@link maxLookups} keys,
 * of parts whose words all occur in names.
 *
 * @throws ApiError `service_unavailable` for a failing store
 */
export async function knownNames(
  query: string,
  gazetteer: Pick<Gazetteer, 'hasWord' | 'terms'>,
  options: ReadOptions = {},
): Promise<IsName> {
  const candidates = nameCandidates(query, (word) => gazetteer.hasWord(word)).slice(0, maxLookups)
  const terms = await gazetteer.terms(
    candidates.map((name) => `${namespaces.name}:${name}`),
    options,
  )
  const known = new Set(candidates.filter((_, i) => terms[i] !== undefined))
  return (folded) => known.has(folded)
}
