import { maxStepsPerText, WorkBudget } from '../gazetteer/index.ts'
import type { FindContext } from './query.ts'

/** The context for one text, with a bound of its own below that of its batch; warns when it was reached. */
export async function withinBudget<T>(
  context: FindContext,
  work: (context: FindContext) => Promise<T>,
): Promise<T> {
  const budget = new WorkBudget(maxStepsPerText, context.budget)
  const result = await work({ ...context, budget })
  if (budget.isSpent) context.warn('the text is unlike any place: not all corrections were tried')
  return result
}

/** What reads within a context go by. */
export function readsOf({ signal, budget }: FindContext) {
  return { ...(signal && { signal }), ...(budget && { budget }) }
}
