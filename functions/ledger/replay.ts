import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'

export interface Replay {
  /** Changes of accounts in the batch. */
  records: number
  /** Sequence numbers of those that still cannot be written. */
  failed: string[]
}

/**
 * Replays a batch that Lambda gave up and stored in the bucket. A row has its sequence and identity, so a
 * change that was written after all, or is replayed twice, gives no second row.
 *
 * @param kept The object in the bucket: Lambda's record of the failure, with the event as `payload`.
 * @param write The handler of the ledger function.
 * @throws Error when it is not such an object.
 */
export async function replay(
  kept: string,
  write: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>,
): Promise<Replay> {
  const event = eventIn(kept)
  const { batchItemFailures } = await write(event)
  return {
    records: event.Records.length,
    failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
  }
}

function eventIn(kept: string): DynamoDBStreamEvent {
  const { payload } = parsed(kept)
  if (typeof payload !== 'string') {
    throw new Error('This is not what Lambda keeps of a batch in a bucket: it has no payload.')
  }
  const event = parsed(payload)
  if (!Array.isArray(event.Records)) throw new Error('The payload of this batch has no records.')
  return event as unknown as DynamoDBStreamEvent
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Falls through to the error below.
  }
  throw new Error('This is not what Lambda keeps of a batch in a bucket: it is not a JSON object.')
}
