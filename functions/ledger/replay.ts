import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'

export interface Replay {
  /** Number of account changes in the batch. */
  records: number
  /** Sequence numbers of the changes that still cannot be written. */
  failed: string[]
}

/**
 * Replays a batch that Lambda gave up on and stored in the bucket. A row contains its sequence and identity, so a
 * change that was written after all, or is replayed twice, does not produce a second row.
 *
 * @param kept The object in the bucket: Lambda's record of the failure, with the event as `payload`.
 * @param write The handler of the ledger function.
 * @throws Error when the object is not such a record.
 */
export async function replay(
  kept: string,
  write: (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>,
): Promise<Replay> {
  const event = readEvent(kept)
  const { batchItemFailures } = await write(event)
  return {
    records: event.Records.length,
    failed: batchItemFailures.map(({ itemIdentifier }) => itemIdentifier),
  }
}

function readEvent(kept: string): DynamoDBStreamEvent {
  const { payload } = parseObject(kept)
  if (typeof payload !== 'string') {
    throw new Error('This is not what Lambda keeps of a batch in a bucket: it has no payload.')
  }
  const event = parseObject(payload)
  if (!Array.isArray(event.Records)) throw new Error('The payload of this batch has no records.')
  return event as unknown as DynamoDBStreamEvent
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Continue to the error below.
  }
  throw new Error('This is not what Lambda keeps of a batch in a bucket: it is not a JSON object.')
}
