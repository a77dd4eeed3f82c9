import type { LabelCandidate } from '../candidates/candidate.ts'
import type { AddressConventions } from '../tables/conventions.ts'
import type { Token } from '../tokens/tokens.ts'
import { weights } from '../weights.ts'
import { componentBit, scoreMissing, scoreTransition } from './transitions.ts'

/** A sequence of candidates in text order; tokens between them have no label. */
export interface Labelling {
  chosen: readonly LabelCandidate[]
  score: number
}

interface State {
  score: number
  /** Bits of the components already chosen; see {@link componentBit}. */
  mask: number
  last: LabelCandidate | undefined
  previous: State | undefined
}

/** Tokens without their own component, such as "s/n" for "without number". */
const neutral = /^(?:s\/n[º°]?|sn|#|№|&)$/i

/** Labellings kept at each token. */
const beamWidth = 14

/** Finds the best labellings by beam search, best first. Each component occurs at most once. */
export function findBestLabellings(
  tokens: readonly Token[],
  candidates: readonly (readonly LabelCandidate[])[],
  conventions: AddressConventions,
  max: number,
): Labelling[] {
  const states: State[][] = tokens.map(() => [])
  states.push([])
  states[0]!.push({ score: 0, mask: 0, last: undefined, previous: undefined })
  for (let at = 0; at < tokens.length; at++) {
    for (const state of pruneStates(states[at]!, beamWidth)) {
      const { raw, ignored } = tokens[at]!
      const skipped = ignored || neutral.test(raw) ? weights.neutral : weights.skipped
      states[at + 1]!.push({ ...state, score: state.score + skipped })
      for (const candidate of candidates[at]!) {
        if (state.mask & componentBit[candidate.key]) continue
        states[candidate.to]!.push({
          score:
            state.score + candidate.score + scoreTransition(tokens, state, candidate, conventions),
          mask: state.mask | componentBit[candidate.key],
          last: candidate,
          previous: state,
        })
      }
    }
  }
  const done = states[tokens.length]!
  for (const state of done) state.score += scoreMissing(state.mask)
  return pruneStates(done, max).map((state) => ({
    chosen: collectChosen(state),
    score: state.score,
  }))
}

/** Keeps the best states, one for each set of components and last component. */
function pruneStates(states: State[], max: number): State[] {
  states.sort((a, b) => b.score - a.score)
  const kept: State[] = []
  for (const state of states) {
    const same = kept.some(
      ({ mask, last }) =>
        mask === state.mask && last?.key === state.last?.key && last?.from === state.last?.from,
    )
    if (!same) kept.push(state)
    if (kept.length === max) break
  }
  return kept
}

function collectChosen(state: State): LabelCandidate[] {
  const chosen: LabelCandidate[] = []
  for (let at: State | undefined = state; at; at = at.previous) {
    if (at.last && at.last !== chosen.at(-1)) chosen.push(at.last)
  }
  return chosen.reverse()
}
