import type { RemovalPolicy } from 'aws-cdk-lib'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { BlockPublicAccess, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3'

/**
 * Returns properties of a bucket that is closed to the public and to plain HTTP, and encrypted with the customer key if
 * there is one.
 */
export function buildPrivateBucketProps(
  key: IKey | undefined,
  removalPolicy: RemovalPolicy,
): BucketProps {
  return {
    ...(key
      ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: BucketEncryption.S3_MANAGED }),
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy,
  }
}
