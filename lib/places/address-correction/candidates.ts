import type { Gazetteer, PlaceType } from '#places/gazetteer'
import { type SearchContext, search, searchStructured } from '#places/search'
import { pause } from '#platform/concurrency'
import { type Explanation, explain } from './explain.ts'
import { toGazetteerAddress } from './gazetteer-address.ts'
import type { AddressInput } from './input-words.ts'
import { isSupported } from './is-supported.ts'

const types: readonly PlaceType[] = ['street', 'address', 'locality', 'postalcode']

/** Maximum search results that are compared with the input. */
const size = 8

/** Cost in corrected letters, added to the lowest cost, below which another address may be meant too. */
const maxCostBeside = 0.25

/**
 * Finds the addresses of the gazetteer that explain the input best; several if they explain it about equally well.
 * Makes at most two searches: by the whole text and, if that finds no address, by its parsed components.
 */
export async function findBestExplanations(
  gazetteer: Gazetteer,
  input: AddressInput,
  context: SearchContext,
): Promise<Explanation[]> {
  const byText = await search(gazetteer, { text: input.text, size, types }, context)
  await pause(context.signal)
  const first = explainResults(input, byText)
  if (first.some(({ address }) => address.road.length > 0)) return selectBest(first)
  const { house_number, road, city, suburb, postcode } = input.parse?.components ?? {}
  const area = city ?? suburb
  if (!road || (!area && !postcode)) return selectBest(first)
  const fields = {
    street: road,
    ...(house_number && { houseNumber: house_number }),
    ...(area && { locality: area }),
    ...(postcode && { postalcode: postcode }),
  }
  const byFields = await searchStructured(gazetteer, fields, { size, types }, context)
  await pause(context.signal)
  return selectBest([...first, ...explainResults(input, byFields)])
}

function explainResults(
  input: AddressInput,
  results: Awaited<ReturnType<typeof search>>,
): Explanation[] {
  return results
    .flatMap((result) => toGazetteerAddress(result) ?? [])
    .map((address) => explain(input, address))
    .filter((explanation) => isSupported(input, explanation))
}

function selectBest(explanations: readonly Explanation[]): Explanation[] {
  const min = Math.min(...explanations.map(({ cost }) => cost))
  return explanations
    .filter(({ cost }) => cost < min + maxCostBeside)
    .sort((a, b) => a.cost - b.cost)
}
