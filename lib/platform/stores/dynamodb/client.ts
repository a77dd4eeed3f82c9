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
import { ApiError, unavailable } from '#platform/errors'
import type { ItemImage } from './image.ts'

/**
 * Makes a client with timeouts short enough for a function to answer. Retries wait with jitter. Writes that are not
 * idempotent are sent with {@link sendOnce}.
 */
export function makeClient(config: DynamoDBClientConfig = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    maxAttempts: 3,
    retryMode: 'standard',
    requestHandler: { connectionTimeout: 500, requestTimeout: 3000, throwOnRequestTimeout: true },
    ...config,
  })
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
}

/** Thrown when it is unknown whether a write was applied: its reply was lost or late, or was a 5xx. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
  /** Not named `cause`, because the SDK would see a transient error in it and repeat the request. */
  readonly reason: unknown
  constructor(reason: unknown) {
    super('the outcome of a write is not known')
    this.reason = reason
  }
}

/**
 * Sends an update that must not be applied twice. The SDK repeats it only when it was certainly not applied, for
 * example after throttling. Throws {@link OutcomeUnknown} in doubt.
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
    // Runs inside the SDK's retries, around each attempt.
    { step: 'finalizeRequest', priority: 'low', name: 'sendOnce', override: true },
  )
  try {
    return await client.send(command)
  } catch (error) {
    throw isRefusal(error) || error instanceof OutcomeUnknown ? error : new OutcomeUnknown(error)
  }
}

/**
 * Returns whether DynamoDB refused a write without applying it. It answers 4xx to failed conditions, throttling,
 * missing access and invalid input.
 */
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

/** Thrown when the condition of a write failed; `old` is the item at that time, if the reply contains it. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed'
  readonly old: ItemImage | undefined
  constructor(old: ItemImage | undefined) {
    super('the condition of a write failed')
    this.old = old
  }
}

/** Turns a fault of the store into `service_unavailable`. Invalid requests, which are bugs, pass through unchanged. */
export async function guardRequest<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new ConditionFailed(error.Item)
    if (error instanceof OutcomeUnknown) throw error
    const isBug = error instanceof Error && error.name === 'ValidationException'
    throw isBug || error instanceof ApiError ? error : unavailable(error)
  }
}
