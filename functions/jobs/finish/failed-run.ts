import type { FinishInput } from '#places/jobs'

/** The event `Step Functions Execution Status Change` of a run that did not succeed. */
export interface FailedRunEvent {
  detail: {
    executionArn: string
    status: string
    /** Input as JSON; null when it is too large for the event. */
    input?: string | null
    error?: string | null
    cause?: string | null
  }
}

export function isFailedRun(input: FinishInput | FailedRunEvent): input is FailedRunEvent {
  return 'detail' in input
}

/** Makes the input of `finish` from such an event; the key of the file is in the input of the run. */
export function toFinishInput({ detail }: FailedRunEvent): FinishInput {
  const { executionArn, status, input, error, cause } = detail
  const { key } = JSON.parse(input || '{}') as { key?: unknown }
  return {
    executionId: executionArn,
    ...(typeof key === 'string' && { key }),
    // The error name of a timeout within a state.
    failure: {
      error: error || (status === 'TIMED_OUT' ? 'States.Timeout' : status),
      ...(cause && { cause }),
    },
  }
}
