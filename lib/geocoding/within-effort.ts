import { maxStepsPerText, WorkBudget } from '../gazetteer/index.ts'
import type { FindContext } from './finding.ts'

/** The context for one text, with a bound of its own below that of its batch; warns when it was reached. */
export async function withinEffort<T>(
  context: FindContext,
  work: (context: FindContext) => Promise<T>,
): Promise<T> {
  const effort = new WorkBudget(maxStepsPerText, context.effort)
  const result = await work({ ...context, effort })
  if (effort.isSpent) context.warn('the text is unlike any place: not all corrections were tried')
  return result
}

/** What reads within a context go by. */
export function readsOf({ signal, effort }: FindContext) {
  return { ...(signal && { signal }), ...(effort && { effort }) }
}
