import { cairnCommand } from '#platform/home'
import { storageAccess } from '#platform/storage'

/** Fields that identify an AWS SDK error, or its cause. */
interface AwsError {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

interface Advice {
  names: readonly string[]
  status?: number
  message(bucket: string, name: string): string
}

const permissions = [...new Set(Object.values(storageAccess).flat())].join(', ')

/** Advice by error. The first match counts, from the innermost cause outwards. */
const advices: readonly Advice[] = [
  {
    names: ['NoSuchBucket'],
    message: (bucket) =>
      `There is no bucket ${bucket}: check the name and AWS_REGION, or deploy first (${cairnCommand} deploy prints the bucket).`,
  },
  {
    names: ['CredentialsProviderError'],
    message: () =>
      'There are no AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or sign in with the AWS command line.',
  },
  {
    names: [
      'ExpiredToken',
      'ExpiredTokenException',
      'InvalidAccessKeyId',
      'InvalidToken',
      'SignatureDoesNotMatch',
      'TokenRefreshRequired',
    ],
    message: (_, name) => `AWS rejects these credentials (${name}): renew or correct them.`,
  },
  {
    names: [
      'PermanentRedirect',
      'AuthorizationHeaderMalformed',
      'IllegalLocationConstraintException',
    ],
    status: 301,
    message: (bucket) => `Bucket ${bucket} is in another region: set AWS_REGION to it.`,
  },
  {
    names: ['AccessDenied', 'AllAccessDisabled', 'AccountProblem', 'Forbidden'],
    status: 403,
    message: (bucket) =>
      `Access to bucket ${bucket} is denied: these credentials need ${permissions} on it.`,
  },
  {
    names: ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH'],
    message: (bucket, name) =>
      `Bucket ${bucket} cannot be reached (${name}): check the network, AWS_REGION and AWS_ENDPOINT_URL_S3.`,
  },
]

const missingRegion = /region is missing/i

function listCauses(error: Error): AwsError[] {
  const chain: AwsError[] = []
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    chain.unshift(cause as AwsError)
  return chain
}

/**
 * Returns one sentence for the terminal: why a store cannot be used and, for the usual errors of a bucket, what to do.
 */
export function describeStorageError(error: Error, bucket: string | undefined): string {
  for (const candidate of bucket ? listCauses(error) : []) {
    if (missingRegion.test(candidate.message ?? ''))
      return 'The AWS region is not known: set AWS_REGION to the region of the bucket.'
    for (const { names, status, message } of advices) {
      const name = [candidate.name, candidate.code].find((known) => names.includes(known ?? ''))
      if (name || (status && candidate.$metadata?.httpStatusCode === status))
        return message(bucket!, name ?? String(status))
    }
  }
  const { cause } = error
  return `The storage cannot be used: ${cause instanceof Error ? cause.message : error.message}`
}
