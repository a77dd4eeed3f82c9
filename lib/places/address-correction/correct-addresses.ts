import { type Gazetteer, maxStepsPerText, WorkBudget } from '#places/gazetteer'
import type { SearchContext } from '#places/search'
import { pause, Semaphore } from '#platform/concurrency'
import { correctInput } from './correct-address.ts'
import type { CorrectedAddress, GivenAddress } from './corrected-address.ts'
import { type AddressInput, readInput } from './input-words.ts'

/** Addresses corrected concurrently: enough to overlap reads, few enough that each ends soon. */
const maxConcurrent = 16

export interface IndexedAddress extends CorrectedAddress {
  /** Position in the request. */
  index: number
}

/**
 * Corrects each address separately. Returns them in the given order. Each has the work budget of one text; an address
 * whose budget is spent is corrected less, with a warning. Throws `service_unavailable`.
 */
export async function correctAddresses(
  gazetteer: Gazetteer,
  addresses: readonly GivenAddress[],
  { signal, budget: parent, warn }: SearchContext,
): Promise<IndexedAddress[]> {
  const inputs = await readInputs(addresses, signal)
  const semaphore = new Semaphore(maxConcurrent)
  let spent = 0
  const correct = async (input: AddressInput, index: number): Promise<IndexedAddress> => {
    await pause(signal)
    const budget = new WorkBudget(maxStepsPerText, parent)
    // The warning of an address would not state which address it concerns.
    const context: SearchContext = { warn: () => {}, budget, ...(signal && { signal }) }
    const result = await correctInput(gazetteer, input, context)
    if (budget.isSpent) spent++
    return { index, ...result }
  }
  const results = await Promise.all(
    inputs.map((input, index) => semaphore.run(() => correct(input, index), signal)),
  )
  if (spent > 0) {
    warn(`${spent} of the addresses are unlike any place: not all corrections were tried`)
  }
  return results
}

/**
 * Reads the addresses one after the other. Read concurrently, they would all begin in one turn of the event loop, and
 * 16 long ones would block it for 80 ms.
 */
async function readInputs(
  addresses: readonly GivenAddress[],
  signal: AbortSignal | undefined,
): Promise<AddressInput[]> {
  const inputs: AddressInput[] = []
  for (const given of addresses) {
    await pause(signal)
    inputs.push(readInput(given))
  }
  return inputs
}
