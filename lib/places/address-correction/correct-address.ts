import { roundConfidence } from '#ground/geo'
import type { Gazetteer } from '#places/gazetteer'
import type { SearchContext } from '#places/search'
import { findBestExplanations } from './candidates.ts'
import { complete } from './complete.ts'
import { calculateConfidence } from './confidence.ts'
import {
  type CorrectedAddress,
  type CorrectedComponents,
  type CorrectedField,
  type Correction,
  correctedFields,
  type GivenAddress,
  wholeAddress,
} from './corrected-address.ts'
import { toCorrection } from './differences.ts'
import type { Explanation } from './explain.ts'
import { type AddressInput, findGivenPart, maxWords, readInput } from './input-words.ts'
import { listRemoved, makeProposal, type Proposal } from './proposal.ts'
import { makeUnconfirmed } from './unconfirmed.ts'

/** Corrects one address; see {@link correctInput}. */
export function correctAddress(
  gazetteer: Gazetteer,
  given: GivenAddress,
  context: SearchContext,
): Promise<CorrectedAddress> {
  return correctInput(gazetteer, readInput(given), context)
}

/**
 * Corrects an address that has been read. Words that no address of the gazetteer explains stay unchanged, and so does
 * an address that several explain equally well. Throws `service_unavailable`.
 */
export async function correctInput(
  gazetteer: Gazetteer,
  input: AddressInput,
  context: SearchContext,
): Promise<CorrectedAddress> {
  if (input.words.length === 0 || input.words.length > maxWords) return makeUnconfirmed(input)
  const { signal, budget } = context
  const readOptions = { ...(signal && { signal }), ...(budget && { budget }) }
  const options = { isCountryGiven: input.given.country !== undefined }
  const proposals: Proposal[] = []
  for (const explanation of await findBestExplanations(gazetteer, input, context)) {
    const completion = await complete(gazetteer, explanation, options, readOptions)
    proposals.push(makeProposal(input, explanation, completion))
  }
  const [best] = proposals
  if (!best || proposals.some(({ text }) => text !== best.text)) return makeUnconfirmed(input)
  return makeCorrectedAddress(input, best)
}

function makeCorrectedAddress(input: AddressInput, proposal: Proposal): CorrectedAddress {
  const { explanation, completion, text } = proposal
  const { leftovers, address } = explanation
  const corrections = listCorrections(input, proposal)
  const unit = leftovers.find(({ kind }) => kind === 'unit')?.text
  const components: CorrectedComponents = {
    ...listSurroundings(explanation),
    ...completion.values,
    ...(unit !== undefined && { unit }),
    country_code: address.countryCode,
  }
  return {
    input: input.given.text,
    corrected: corrections.length > 0 ? text : input.given.text,
    components: orderComponents(components),
    corrections,
    confidence: roundConfidence(calculateConfidence(explanation, completion)),
  }
}

/** Lists the differences between the input and the corrected line. */
function listCorrections(
  input: AddressInput,
  { explanation, completion, text, isReordered }: Proposal,
): Correction[] {
  const { claims } = explanation
  const changes = correctedFields.flatMap((field) => {
    const original = claims.get(field)?.original ?? null
    const correction = toCorrection(field, original, completion.values[field] ?? null)
    return correction
      ? [{ ...correction, original: original && findGivenPart(input, original) }]
      : []
  })
  const removals = listRemoved(explanation).map((part): Correction => {
    const beside = part.kind === 'repeated' ? findFieldBeside(explanation, part.words) : undefined
    const field = beside ?? wholeAddress
    return { field, type: 'removed', original: findGivenPart(input, part.text), corrected: null }
  })
  const order: Correction[] = isReordered
    ? [{ field: wholeAddress, type: 'reformatted', original: input.given.text, corrected: text }]
    : []
  return [...changes, ...removals, ...order]
}

/** Finds the component that words touch. */
function findFieldBeside(
  { claims }: Explanation,
  words: readonly number[],
): CorrectedField | undefined {
  const [before, behind] = [words[0]! - 1, words.at(-1)! + 1]
  const claimed = [...claims.values()]
  return (
    claimed.find((claim) => claim.words.includes(before)) ??
    claimed.find((claim) => claim.words.includes(behind))
  )?.field
}

/** Returns the areas around the address, which need not be in the line. */
function listSurroundings({ address, claims }: Explanation): CorrectedComponents {
  const { counties, regions, country } = address
  const isPlaced = claims.has('locality') || claims.has('postcode') || claims.has('neighbourhood')
  const [county, region] = [counties[0]?.[0], regions[0]?.[0]]
  return {
    ...(isPlaced && county && { county }),
    ...(isPlaced && region && { region }),
    ...(country[0] && { country: country[0] }),
  }
}

function orderComponents(components: CorrectedComponents): CorrectedComponents {
  const keys = [...correctedFields, 'country_code'] as const
  return Object.fromEntries(
    keys.flatMap((key) => (components[key] ? [[key, components[key]]] : [])),
  )
}
