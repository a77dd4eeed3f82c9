import bundled from 'cairn:facts'
import type { OperationOnPage, OptionFacts, PageFacts } from '../page-facts.ts'

export type { OperationOnPage, OptionFacts, PageFacts }

/** Paths, prices, tools and travel options from the contracts, bundled with the page. */
export const facts = bundled

export function findOperation(id: string): OperationOnPage {
  const found = facts.operations.find((operation) => operation.id === id)
  if (!found) throw new Error(`there is no operation ${id}`)
  return found
}
