import { storageAccess } from '../lib/storage/index.ts'

/** What an AWS SDK error, or one under it, says of itself. */
interface Fault {
  name?: string
  code?: string
  message?: string
  $metadata?: { httpStatusCode?: number }
}

interface Sentence {
  names: readonly string[]
  status?: number
  say(bucket: string, name: string): string
}

const permissions = Object.values(storageAccess).flat().join(', ')

/** First match counts, from the innermost cause outwards. */
const sentences: readonly Sentence[] = [
  {
    names: ['NoSuchBucket'],
    say: (bucket) =>
      `There is no bucket ${bucket}: check the name and AWS_REGION, or deploy first (npm run deploy prints the bucket).`,
  },
  {
    names: ['CredentialsProviderError'],
    say: () =>
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
    say: (_, name) => `AWS does not take these credentials (${name}): renew or correct them.`,
  },
  {
    names: [
      'PermanentRedirect',
      'AuthorizationHeaderMalformed',
      'IllegalLocationConstraintException',
    ],
    status: 301,
    say: (bucket) => `Bucket ${bucket} is in another region: set AWS_REGION to it.`,
  },
  {
    names: ['AccessDenied', 'AllAccessDisabled', 'AccountProblem', 'Forbidden'],
    status: 403,
    say: (bucket) =>
      `Access to bucket ${bucket} is denied: these credentials need ${permissions} on it.`,
  },
  {
    names: ['ENOTFOUND', 'EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'EHOSTUNREACH'],
    say: (bucket, name) =>
      `Bucket ${bucket} cannot be reached (${name}): check the network, AWS_REGION and AWS_ENDPOINT_URL_S3.`,
  },
]

const missingRegion = /region is missing/i

function causesOf(error: Error): Fault[] {
  const chain: Fault[] = []
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    chain.unshift(cause as Fault)
  return chain
}

/**
 * One sentence for the person at the terminal: why a store cannot be used, and, of the usual faults of
 * a bucket, what to do about it.
 */
export function storageErrorMessage(error: Error, bucket: string | undefined): string {
  for (const fault of bucket ? causesOf(error) : []) {
    if (missingRegion.test(fault.message ?? ''))
      return 'The AWS region is not known: set AWS_REGION to the region of the bucket.'
    for (const { names, status, say } of sentences) {
      const name = [fault.name, fault.code].find((known) => names.includes(known ?? ''))
      if (name || (status && fault.$metadata?.httpStatusCode === status))
        return say(bucket!, name ?? String(status))
    }
  }
  const { cause } = error
  return `The storage cannot be used: ${cause instanceof Error ? cause.message : error.message}`
}
