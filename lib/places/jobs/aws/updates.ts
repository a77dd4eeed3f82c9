import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { RowCounts } from '../job.ts'
import type { JobState } from '../states.ts'
import type { JobChanges, JobStore, Transition } from '../store.ts'

export type JobUpdate = Pick<
  UpdateCommandInput,
  | 'UpdateExpression'
  | 'ConditionExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
>

/** Builds the update that assigns a job in state `awaiting_upload` to a run. */
export function buildClaimUpdate({
  executionId,
  inputEtag,
  inputBytes,
}: Parameters<JobStore['claim']>[0]): JobUpdate {
  const hasBytes = inputBytes !== undefined
  return {
    UpdateExpression: [
      'SET #state = :planning, executionId = :execution, inputEtag = :etag',
      ...(hasBytes ? ['inputBytes = :bytes'] : []),
    ].join(', '),
    ConditionExpression: '#state = :awaiting',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':planning': 'planning' satisfies JobState,
      ':awaiting': 'awaiting_upload' satisfies JobState,
      ':execution': executionId,
      ':etag': inputEtag,
      ...(hasBytes && { ':bytes': inputBytes }),
    },
  }
}

/**
 * Builds the update that changes the state and fields of a job in one of the `from` states, and stores the id of the
 * change.
 */
export function buildTransitionUpdate(
  { from, to, set = {}, unlessCommitted }: Transition,
  changedBy: string,
): JobUpdate {
  const changes = Object.entries<JobChanges[keyof JobChanges]>(set).filter(
    ([, value]) => value !== undefined,
  )
  const allowed = from.map((_, i) => `:from${i}`)
  return {
    UpdateExpression: [
      'SET #state = :to, changedBy = :change',
      ...changes.map(([name]) => `#${name} = :${name}`),
    ].join(', '),
    ConditionExpression: [
      `#state IN (${allowed.join(', ')})`,
      ...(unlessCommitted ? ['NOT #committed = :true'] : []),
    ].join(' AND '),
    ExpressionAttributeNames: {
      '#state': 'state',
      ...Object.fromEntries(changes.map(([name]) => [`#${name}`, name])),
      ...(unlessCommitted && { '#committed': 'committed' }),
    },
    ExpressionAttributeValues: {
      ':to': to,
      ':change': changedBy,
      ...Object.fromEntries(from.map((state, i) => [`:from${i}`, state])),
      ...Object.fromEntries(changes.map(([name, value]) => [`:${name}`, value])),
      ...(unlessCommitted && { ':true': true }),
    },
  }
}

/** Builds the update that adds a chunk and its rows to the job, unless the chunk has already been counted. */
export function buildChunkUpdate(
  index: number,
  { matched, unmatched, failed }: RowCounts,
): JobUpdate {
  return {
    UpdateExpression:
      'ADD doneChunks :chunks, matched :matched, unmatched :unmatched, failed :failed',
    ConditionExpression: '#state = :running AND NOT contains(doneChunks, :index)',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: {
      ':chunks': new Set([index]),
      ':index': index,
      ':running': 'running' satisfies JobState,
      ':matched': matched,
      ':unmatched': unmatched,
      ':failed': failed,
    },
  }
}
