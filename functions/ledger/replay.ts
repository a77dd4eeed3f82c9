import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda'

export interface Replay {
  /** Changes of accounts in the batch. */
  records: number
  /** Sequence numbers of those that still cannot be written. */
  failed: string[]
}

/**
 * Gives a batch that Lambda gave up and kept in the bucket to the ledger writer again. A row has its
 * own place and identity, so a change that was written after all, or is replayed twice, is no second row.
 *
 * @param kept The object in the bucket: what Lambda knows of the failure, with the event as `payload`.
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
    // Told below in our own words.
  }
  throw new Error('This is not what Lambda keeps of a batch in a bucket: it is not a JSON object.')
}
