import bundled from 'cairn:facts'
import type { OperationOnPage, OptionFacts, PageFacts } from '../page-facts.ts'

export type { OperationOnPage, OptionFacts, PageFacts }

/** Paths, prices, tools and travel options, from the contracts. */
export const facts = bundled

export function operationOf(id: string): OperationOnPage {
  const found = facts.operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}
