import { isStopWord } from '../../text/index.ts'
import type { LabelCandidate } from '../candidates/candidate.ts'
import { type ComponentKey, componentKeys } from '../components.ts'
import type { AddressConventions } from '../tables/conventions.ts'
import { gaps, type Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'

/** A whole labelling of the tokens. */
export interface Labelling {
  chosen: readonly LabelCandidate[]
  score: number
}

interface State {
  score: number
  /** Bits of the components that are there. */
  mask: number
  last: LabelCandidate | undefined
  previous: State | undefined
}

/** "Without number" and the like: read, and of no component. */
const saysNothing = /^(?:s\/n[º°]?|sn|#|№|&)$/i

/** So many labellings are followed at each token. */
const beam = 14

const bit = Object.fromEntries(componentKeys.map((key, i) => [key, 1 << i])) as Record<
  ComponentKey,
  number
>

/** From narrow to wide; what may stand anywhere has no rank. */
const rank: Readonly<Partial<Record<ComponentKey, number>>> = {
  house: 1,
  po_box: 2,
  house_number: 3,
  road: 3,
  suburb: 5,
  city_district: 6,
  city: 7,
  county: 8,
  state: 9,
  postcode: 9,
  country: 11,
}

/** The best labellings, each component at most once, best first. */
export function bestLabellings(
  tokens: readonly Token[],
  candidates: readonly (readonly LabelCandidate[])[],
  conventions: AddressConventions,
  most: number,
): Labelling[] {
  const states: State[][] = tokens.map(() => [])
  states.push([])
  states[0]!.push({ score: 0, mask: 0, last: undefined, previous: undefined })
  for (let at = 0; at < tokens.length; at++) {
    for (const state of pruned(states[at]!, beam)) {
      // A token that is of nothing.
      const loose = saysNothing.test(tokens[at]!.raw) ? -0.1 : weights.skipped
      states[at + 1]!.push({ ...state, score: state.score + loose })
      for (const candidate of candidates[at]!) {
        if (state.mask & bit[candidate.key]) continue
        states[candidate.to]!.push({
          score: state.score + candidate.score + transition(tokens, state, candidate, conventions),
          mask: state.mask | bit[candidate.key],
          last: candidate,
          previous: state,
        })
      }
    }
  }
  const done = states[tokens.length]!
  for (const state of done) state.score += whole(state.mask)
  return pruned(done, most).map((state) => ({ chosen: chosenOf(state), score: state.score }))
}

/** The best states; of two with the same components and the same last one only the better. */
function pruned(states: State[], most: number): State[] {
  states.sort((a, b) => b.score - a.score)
  const kept: State[] = []
  for (const state of states) {
    const same = kept.some(
      (one) =>
        one.mask === state.mask &&
        one.last?.key === state.last?.key &&
        one.last?.from === state.last?.from,
    )
    if (!same) kept.push(state)
    if (kept.length === most) break
  }
  return kept
}

function chosenOf(state: State): LabelCandidate[] {
  const chosen: LabelCandidate[] = []
  for (let at: State | undefined = state; at; at = at.previous) {
    if (at.last && at.last !== chosen.at(-1)) chosen.push(at.last)
  }
  return chosen.reverse()
}

function whole(mask: number): number {
  let score = 0
  if (mask & bit.road && !(mask & bit.city)) score += weights.noCity
  if (mask & bit.house_number && !(mask & (bit.road | bit.house | bit.suburb)))
    score += weights.noRoad
  return score
}

function transition(
  tokens: readonly Token[],
  { last, mask }: State,
  next: LabelCandidate,
  conventions: AddressConventions,
): number {
  const gap = tokens[next.from]!.gap
  let score = 0
  const adjacent = last?.to === next.from
  if (gap !== gaps.hard && last && next.from > 0) {
    const words = !tokens[next.from - 1]!.hasDigit && !tokens[next.from]!.hasDigit
    if (words) score += weights.cut
    if (gap < gaps.blank && !unitFirst(last, next)) score += weights.cut
    const before = tokens[next.from - 1]!
    if (last.to === next.from && before.text.length > 1 && isStopWord(before.text))
      score += weights.torn
  }
  if (!last) return score + opening(next, mask)
  const from = last.key
  const to = next.key
  const before = rank[from]
  const after = rank[to]
  if (before !== undefined && after !== undefined && after < before) {
    score += turned(from, to, conventions) ? 0 : weights.disorder
  }
  if (!adjacent) return score
  return score + side(from, to, gap, conventions) + venue(to, mask)
}

/** "5/120", where the unit stands before the number. */
function unitFirst(last: LabelCandidate, next: LabelCandidate): boolean {
  return last.key === 'unit' && next.key === 'house_number'
}

function opening(next: LabelCandidate, mask: number): number {
  return next.key === 'house' && mask === 0 ? 0.3 : 0
}

/** A building is named before its street, or not at all. */
function venue(to: ComponentKey, mask: number): number {
  return to === 'house' && mask & (bit.road | bit.house_number | bit.city) ? -1 : 0
}

/** Orders that run against the ranks and are right where people write so. */
function turned(from: ComponentKey, to: ComponentKey, conventions: AddressConventions): boolean {
  if (from === 'postcode' && (to === 'city' || to === 'suburb' || to === 'city_district')) {
    return conventions.postcodeFirst || conventions.widestFirst || to !== 'city'
  }
  if (conventions.widestFirst) return true
  return from === 'road' && to === 'house_number'
}

function side(
  from: ComponentKey,
  to: ComponentKey,
  gap: number,
  conventions: AddressConventions,
): number {
  const pair = `${from} ${to}`
  const near = gap === gaps.hard ? 0.6 : 1
  switch (pair) {
    case 'house_number road':
      return (conventions.numberFirst ? weights.numberByRoad : weights.numberByRoadTurned) * near
    case 'road house_number':
      if (conventions.numberFirst && gap === gaps.hard) return -0.5
      return (conventions.numberFirst ? weights.numberByRoadTurned : weights.numberByRoad) * near
    case 'postcode city':
      return (
        (conventions.postcodeFirst ? weights.postcodeByCity : weights.postcodeByCityTurned) * near
      )
    case 'city postcode':
      return conventions.postcodeFirst ? weights.postcodeByCityTurned : weights.postcodeByCity
    case 'state postcode':
      return conventions.postcodeFirst ? 0 : weights.stateByPostcode
    case 'state county':
    case 'county state':
      return 2 * weights.cityByState
    case 'city house_number':
    case 'city city_district':
    case 'city_district city':
    case 'city state':
    case 'postcode state':
      return weights.cityByState
    case 'house_number unit':
    case 'unit house_number':
    case 'road unit':
    case 'house_number level':
    case 'house_number staircase':
      return weights.unitByNumber
    case 'suburb house_number':
      return 0.4
    case 'house_number suburb':
      return conventions.country === 'IN' || !conventions.numberFirst ? 0.8 : 0
    case 'city county':
      return weights.cityByState
    case 'suburb city':
      return 0.3
    case 'house house_number':
    case 'house road':
      return gap === gaps.hard ? 0.8 : -0.6
    default:
      return 0
  }
}
