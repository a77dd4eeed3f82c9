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
import { acknowledge, findingsOfCdkFunction } from './acknowledge.ts'
import type { CairnSettings } from './settings.ts'

export interface UploadRuleProps {
  settings: CairnSettings
  bucket: Bucket
  /** Of the site: `https://` and its host. */
  origin: string
}

/** Seconds for which a browser remembers the rule. */
const ruleSeconds = 3600

/**
 * The CORS rule of the jobs bucket: pages of the site, and of no other, may send a presigned form and read the answer.
 *
 * A call at the deployment, not a property of the bucket: the name of the distribution is known after the stack of the
 * bucket, which would depend on the stack that depends on it.
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
    // The function of the CDK that calls, one for its stack.
    const callerId = `AWS${AwsCustomResource.PROVIDER_FUNCTION_UUID.replaceAll('-', '')}`
    const caller = Stack.of(this).node.findChild(callerId)
    acknowledge(caller, findingsOfCdkFunction)
  }
}
