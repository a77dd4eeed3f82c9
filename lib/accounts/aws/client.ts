import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ApiError, unavailable } from '../../errors/index.ts'
import type { AccountImage } from '../ledger.ts'
import type { KeyState } from '../port.ts'

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

/** What a charge is judged by. */
export interface Standing {
  balance: number
  recent: readonly string[]
  stateOf(keyId: string): KeyState | undefined
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

/** Reads what a failed condition left in its reply: the document client does not translate errors. */
export function standingOfImage(image: AccountImage): Standing {
  const keys = image.keys?.M ?? {}
  return {
    balance: Number(image.balance?.N),
    recent: (image.recent?.L ?? []).map(({ S }) => S ?? ''),
    stateOf: (keyId) => (Object.hasOwn(keys, keyId) ? (keys[keyId]?.S as KeyState) : undefined),
  }
}
