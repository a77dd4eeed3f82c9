import type { FinishInput } from '../../../lib/jobs/index.ts'

/** The event `Step Functions Execution Status Change` of a run that did not succeed. */
export interface FailedRunEvent {
  detail: {
    executionArn: string
    status: string
    /** JSON; null when it is too large for the event. */
    input?: string | null
    error?: string | null
    cause?: string | null
  }
}

export function isFailedRun(input: FinishInput | FailedRunEvent): input is FailedRunEvent {
  return 'detail' in input
}

/** What `finish` gets for such an event: the input of the run has the key of the file. */
export function finishInputOf({ detail }: FailedRunEvent): FinishInput {
  const { executionArn, status, input, error, cause } = detail
  const { key } = JSON.parse(input || '{}') as { key?: unknown }
  return {
    executionId: executionArn,
    ...(typeof key === 'string' && { key }),
    // The name that Step Functions has for it in a state.
    failure: {
      error: error || (status === 'TIMED_OUT' ? 'States.Timeout' : status),
      ...(cause && { cause }),
    },
  }
}
