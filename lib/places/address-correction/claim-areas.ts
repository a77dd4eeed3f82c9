import type { ComponentKey } from '#places/address'
import { claimName } from './claim-name.ts'
import { type Claims, range } from './claims.ts'
import type { CorrectedField } from './corrected-address.ts'
import type { GazetteerAddress, NameList } from './gazetteer-address.ts'
import { isRepeated, leftoverCosts } from './leftovers.ts'
import { matchName, type NameAlignment } from './match-name.ts'

interface AreaMatch {
  field: CorrectedField
  names: NameList
  match: NameAlignment
  isLabelled: boolean
}

/**
 * Checks whether the words of an area all repeat the street, and match the area inexactly or leave a part of the
 * repetition.
 */
function isPartOfRepetition(
  { first, end, cost }: NameAlignment,
  repetition: readonly number[],
): boolean {
  const words = range(first, end)
  if (!words.every((index) => repetition.includes(index))) return false
  return cost > 0 || words.length < repetition.length
}

/** Finds the free words beside the street that repeat it. */
function findRepetition(claims: Claims): number[] {
  const road = claims.byField.get('road')
  if (!road) return []
  const runs = claims.findFreeRuns((index) => isRepeated(claims, index))
  const { segment } = claims.word(road.words[0]!)
  const isBeside = (index: number) =>
    claims.word(index).segment === segment && isRepeated(claims, index)
  return runs.find((run) => isBeside(run[0]!)) ?? []
}

/** Labels of the parser for the names of areas. */
const labelsByField: Partial<Record<CorrectedField, readonly ComponentKey[]>> = {
  locality: ['city', 'suburb'],
  neighbourhood: ['suburb', 'city_district'],
  county: ['county'],
  region: ['state'],
  country: ['country'],
}

/** Returns how much of the input a match of an area explains, in corrected letters. */
function measureGain({ first, end, cost }: NameAlignment): number {
  return leftoverCosts.unknown * (end - first) - cost
}

/**
 * Claims the words of areas. The match that explains most comes first, because `Andorra` is a part of `Andorra la
 * Vela`. Equal matches follow the label of the parser.
 */
export function claimAreas(claims: Claims, address: GazetteerAddress): void {
  const areas = new Map<CorrectedField, readonly NameList[]>([
    ['locality', address.localities],
    ['neighbourhood', address.neighbourhoods],
    ['region', address.regions],
    ['county', address.counties],
    ['country', [address.country]],
  ])
  const repetition = findRepetition(claims)
  while (areas.size > 0) {
    let best: AreaMatch | undefined
    for (const [field, names] of areas) {
      const found = findBestMatch(claims, names, repetition)
      if (!found) continue
      const { match } = found
      const gain = measureGain(match) - (best ? measureGain(best.match) : 0)
      // The parser's label of a mistyped name is a guess.
      const isLabelled =
        match.cost === 0 &&
        labelsByField[field]?.includes(claims.word(match.first).label ?? 'house')
      if (!best || gain > 0 || (gain === 0 && isLabelled && !best.isLabelled)) {
        best = { field, ...found, isLabelled: isLabelled === true }
      }
    }
    if (!best) return
    claimName(claims, best.field, best.names, best.match)
    areas.delete(best.field)
  }
}

/** Finds the name that explains most of the free words. */
function findBestMatch(
  { input, isFree }: Claims,
  areas: readonly NameList[],
  repetition: readonly number[],
): Pick<AreaMatch, 'names' | 'match'> | undefined {
  const isFreeBeside = (index: number) => isFree(index) && !repetition.includes(index)
  let best: Pick<AreaMatch, 'names' | 'match'> | undefined
  for (const names of areas) {
    for (const name of names) {
      let match = matchName([name], input.words, isFree)
      // `Rousse` and `la Rousse` after `Chemin de la Rousse` are not a quarter `La Rousse` if more is repeated.
      if (match && isPartOfRepetition(match, repetition))
        match = matchName([name], input.words, isFreeBeside)
      if (match && (!best || measureGain(match) > measureGain(best.match))) best = { names, match }
    }
  }
  return best
}
