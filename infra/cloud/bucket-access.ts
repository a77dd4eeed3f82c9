import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { storageAccess } from '#platform/storage'

/** Returns the ARN of a bucket as cdk-nag writes it in findings on policies in the stack of `user`. */
export function formatArnInFinding(bucket: Bucket, user: Construct): string {
  const [stack, own] = [Stack.of(user), Stack.of(bucket)]
  if (stack === own) return `<${own.getLogicalId(bucket.node.defaultChild as CfnBucket)}.Arn>`
  return stack.resolve(own.exportValue(bucket.bucketArn))['Fn::ImportValue']
}

/** Builds the statement that allows listing. Without it, S3 answers 403 instead of 404 for a missing object. */
export function allowListing(bucket: Bucket, objects: string): PolicyStatement {
  return new PolicyStatement({
    actions: [...storageAccess.list],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': objects.slice(1) } },
  })
}
