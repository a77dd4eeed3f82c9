import { type Gazetteer, namespaces, type ReadOptions } from '#places/gazetteer'
import { type IsName, nameCandidates } from '../reader/index.ts'

/** Maximum number of names looked up for a query; the first names of the text are used. */
export const maxLookups = 100

/**
 * Finds the parts of a query that are complete place names, for `readQuery`. It makes one look-up of at most {@link
 * maxLookups} keys, for parts whose words all occur in names.
 *
 * @throws ApiError `service_unavailable` when the store fails.
 */
export async function findKnownNames(
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
