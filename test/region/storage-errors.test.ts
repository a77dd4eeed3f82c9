import { expect, test } from 'vitest'
import { describeStorageError, parseBucket } from '../../region/index.ts'

test.each(['s3://abc', 's3://abc/', 's3://my.bucket-1'])(
  'accepts %s as the name of a bucket',
  (target) => {
    expect(`s3://${parseBucket(target)}`).toBe(target.replace(/\/$/, ''))
  },
)

test.each([
  [{ name: 'ExpiredToken' }, 'AWS rejects these credentials (ExpiredToken)'],
  [{ name: 'PermanentRedirect' }, 'Bucket b is in another region: set AWS_REGION'],
  [{ $metadata: { httpStatusCode: 301 } }, 'Bucket b is in another region: set AWS_REGION'],
  [{ $metadata: { httpStatusCode: 403 } }, 'Access to bucket b is denied'],
  [{ message: 'Region is missing' }, 'The AWS region is not known: set AWS_REGION'],
  [{ message: 'something else' }, 'The storage cannot be used: outer'],
] as [Partial<Error>, string][])('explains a bucket error with advice (%o)', (fault, sentence) => {
  const cause = Object.assign(new Error(fault.message ?? 'inner'), fault)
  const error = new Error('top', { cause: new Error('outer', { cause }) })
  expect(describeStorageError(error, 'b')).toContain(sentence)
})
