import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ApiError, unavailable } from '../../errors/index.ts'
import type { AccountImage } from '../ledger.ts'

/**
 * A client that gives up in time for its caller to say so. Standard retries wait with jitter; every
 * write of this adapter can be repeated without a second effect, so retrying a lost reply is safe.
 */
export function newClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: { connectionTimeout: 500, requestTimeout: 1500, throwOnRequestTimeout: true },
    ...config,
  })
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

/** A condition did not hold; `old` is the item it was tried on, where the reply has it. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed'
  readonly old: AccountImage | undefined
  constructor(old: AccountImage | undefined) {
    super('the condition of a write did not hold')
    this.old = old
  }
}

/** Sends a request; a fault of the store becomes `service_unavailable`, our own mistakes stay as they are. */
export async function guarded<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new ConditionFailed(error.Item)
    const mistake = error instanceof Error && error.name === 'ValidationException'
    throw mistake || error instanceof ApiError ? error : unavailable(error)
  }
}
