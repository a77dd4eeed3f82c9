import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda'
import { type Ledger, openLedger, toLedgerRow } from '#platform/accounts'
import { logger } from '#platform/api'

/**
 * Makes the function that writes the ledger from the accounts table's stream. A row contains its sequence and
 * identity, so order and repetition of records do not matter. Failed records are reported, and the stream
 * delivers them again.
 */
export function makeLedgerWriter(open: () => Promise<Ledger>) {
  return async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const ledger = await open()
    const results = await Promise.allSettled(Records.map((record) => write(ledger, record)))
    const batchItemFailures = results.flatMap((result, index) => {
      if (result.status === 'fulfilled') return []
      const itemIdentifier = Records[index]?.dynamodb?.SequenceNumber ?? ''
      logger.error('ledger row not written', { record: itemIdentifier, error: result.reason })
      return [{ itemIdentifier }]
    })
    return { batchItemFailures }
  }
}

async function write(ledger: Ledger, { dynamodb }: DynamoDBRecord): Promise<void> {
  const row = toLedgerRow(dynamodb?.OldImage, dynamodb?.NewImage)
  if (row) await ledger.append(row)
}

let opened: Promise<Ledger> | undefined

export const handler = makeLedgerWriter(() => {
  opened ??= openLedger()
  return opened
})
