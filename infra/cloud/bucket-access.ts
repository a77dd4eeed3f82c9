import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { Construct } from 'constructs'
import { storageAccess } from '#platform/storage'

/** The ARN of a bucket in the form of cdk-nag's findings on policies in the stack of `user`. */
export function arnInFinding(bucket: Bucket, user: Construct): string {
  const [stack, own] = [Stack.of(user), Stack.of(bucket)]
  if (stack === own) return `<${own.getLogicalId(bucket.node.defaultChild as CfnBucket)}.Arn>`
  return stack.resolve(own.exportValue(bucket.bucketArn))['Fn::ImportValue']
}

/** Only with this permission S3 answers 404, not 403, for a missing object. */
export function listing(bucket: Bucket, objects: string): PolicyStatement {
  return new PolicyStatement({
    actions: [...storageAccess.list],
    resources: [bucket.bucketArn],
    conditions: { StringLike: { 's3:prefix': objects.slice(1) } },
  })
}
