import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Bucket } from 'aws-cdk-lib/aws-s3'
import {
  AwsCustomResource,
  AwsCustomResourcePolicy,
  PhysicalResourceId,
} from 'aws-cdk-lib/custom-resources'
import { Construct } from 'constructs'
import { acknowledge, cdkFunctionFindings } from './acknowledge.ts'
import type { CairnSettings } from './settings.ts'

export interface UploadRuleProps {
  settings: CairnSettings
  bucket: Bucket
  /** Origin of the site: `https://` and its host. */
  origin: string
}

/** Seconds that a browser caches the rule. */
const ruleSeconds = 3600

/**
 * CORS rule of the jobs bucket: only pages of the site may send a presigned form and read the answer.
 *
 * It is set by a call during deployment instead of a bucket property: the distribution's name is known only after the
 * bucket's stack, and the bucket's stack would depend on the stack that depends on it.
 */
export class UploadRule extends Construct {
  constructor(scope: Construct, id: string, { settings, bucket, origin }: UploadRuleProps) {
    super(scope, id)
    const target = { Bucket: bucket.bucketName }
    const setRule = {
      service: 'S3',
      action: 'PutBucketCors',
      parameters: {
        ...target,
        CORSConfiguration: {
          CORSRules: [
            { AllowedOrigins: [origin], AllowedMethods: ['POST'], MaxAgeSeconds: ruleSeconds },
          ],
        },
      },
      physicalResourceId: PhysicalResourceId.of('upload-rule'),
    }
    new AwsCustomResource(this, 'Rule', {
      resourceType: 'Custom::UploadRule',
      onUpdate: setRule,
      onDelete: { service: 'S3', action: 'DeleteBucketCors', parameters: target },
      installLatestAwsSdk: false,
      memorySize: 512,
      policy: AwsCustomResourcePolicy.fromStatements([
        new PolicyStatement({ actions: ['s3:PutBucketCORS'], resources: [bucket.bucketArn] }),
      ]),
      logGroup: new LogGroup(this, 'Log', {
        retention: settings.logRetention,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    })
    // The CDK's function that makes the call, one per stack.
    const callerId = `AWS${AwsCustomResource.PROVIDER_FUNCTION_UUID.replaceAll('-', '')}`
    const caller = Stack.of(this).node.findChild(callerId)
    acknowledge(caller, cdkFunctionFindings)
  }
}
