import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb'
import {
  DynamoDBDocumentClient,
  type UpdateCommand,
  type UpdateCommandOutput,
} from '@aws-sdk/lib-dynamodb'
import { ApiError, unavailable } from '../../errors/index.ts'
import type { AccountImage } from '../ledger.ts'

/**
 * A client that gives up in time for its caller to say so. Standard retries wait with jitter. Writes that
 * could have a second effect are sent with {@link sendOnce}; all others may be repeated.
 */
export function newClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: { connectionTimeout: 500, requestTimeout: 3000, throwOnRequestTimeout: true },
    ...config,
  })
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

/** It is not known whether a write was applied: its reply was lost, late, or a fault of the service. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  /** Not `cause`, by which the client library would take this for a transient error and send again. */
  readonly reason: unknown
  constructor(reason: unknown) {
    super('the outcome of a write is not known')
    this.reason = reason
  }
}

/**
 * Sends an update that must not be applied twice: the client library repeats it only when it was refused
 * before it was applied, as throttling is. Throws {@link OutcomeUnknown} where that cannot be told.
 */
export async function sendOnce(
  client: DynamoDBDocumentClient,
  command: UpdateCommand,
): Promise<UpdateCommandOutput> {
  command.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        throw isRefusal(error) ? error : new OutcomeUnknown(error)
      }
    },
    // Within the retries, around each attempt.
    { step: 'finalizeRequest', priority: 'low', name: 'sendOnce', override: true },
  )
  try {
    return await client.send(command)
  } catch (error) {
    throw isRefusal(error) || error instanceof OutcomeUnknown ? error : new OutcomeUnknown(error)
  }
}

/** DynamoDB answers 4xx for what it has not applied: conditions, throttling, access, mistakes of ours. */
function isRefusal(error: unknown): boolean {
  if (error instanceof ConditionalCheckFailedException) return true
  const { name, $metadata } = error as {
    name?: string
    $metadata?: { httpStatusCode?: number }
  }
  const status = $metadata?.httpStatusCode ?? 0
  return (status >= 400 && status < 500) || refusals.has(name ?? '')
}

const refusals = new Set([
  'AccessDeniedException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'ValidationException',
])

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
    if (error instanceof OutcomeUnknown) throw error
    const mistake = error instanceof Error && error.name === 'ValidationException'
    throw mistake || error instanceof ApiError ? error : unavailable(error)
  }
}
