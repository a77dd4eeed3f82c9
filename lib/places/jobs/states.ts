export const jobStates = [
  'awaiting_upload',
  'planning',
  'payment_required',
  'running',
  'merging',
  'succeeded',
  'failed',
  'cancelled',
] as const

export type JobState = (typeof jobStates)[number]

/** States that a job never leaves. */
export const endStates = ['succeeded', 'failed', 'cancelled'] as const satisfies JobState[]

/** States of jobs that have not ended. */
export const openStates = jobStates.filter(
  (state) => !(endStates as readonly JobState[]).includes(state),
)
