import { execFileSync } from 'node:child_process'
import { DefaultStackSynthesizer, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Bucket, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import { siteWriter } from '../../web/index.ts'
import { acknowledge, findingsOfCdkFunction } from './acknowledge.ts'
import { namesInFinding } from './finding-names.ts'
import { privateBucket } from './private-bucket.ts'
import type { CairnSettings } from './settings.ts'
import { staged } from './staging.ts'

/** The files of the explorer and the reference, for the distribution alone. */
export class SiteBucket extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { logRetention }: CairnSettings) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Files', {
      // S3's own key: everybody may read these files, by the distribution.
      ...privateBucket(undefined, RemovalPolicy.DESTROY),
    })
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Only the distribution reads it, files that are public there.',
    })
    const directory = staged(this, 'site', (folder) =>
      execFileSync(process.execPath, [siteWriter, folder], { stdio: ['ignore', 'ignore', 'pipe'] }),
    )
    const deployment = new BucketDeployment(this, 'Deployment', {
      sources: [Source.asset(directory)],
      destinationBucket: this.bucket,
      // Names stay the same: a browser asks whether a file has changed.
      cacheControl: [CacheControl.noCache()],
      logGroup: new LogGroup(this, 'Log', {
        retention: logRetention,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      memoryLimit: 512,
      // Else the bucket could not be deleted with the stack.
      retainOnDelete: false,
    })
    // The function of the CDK that copies, one for its stack.
    acknowledge(deployment.handlerRole.node.scope!, this.#findingsOfCopying())
  }

  #findingsOfCopying(): Record<string, string> {
    const stack = Stack.of(this)
    const files = stack.getLogicalId(this.bucket.node.defaultChild as CfnBucket)
    const copies =
      'The role of the CDK: it reads the assets and writes the files of the site, and nothing else.'
    const actions = ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject']
    const findings = [
      ...actions.map((action) => `AwsSolutions-IAM5[Action::s3:${action}*]`),
      `AwsSolutions-IAM5[Resource::${assetsInFinding(stack)}/*]`,
      `AwsSolutions-IAM5[Resource::<${files}.Arn>/*]`,
    ]
    return {
      ...Object.fromEntries(findings.map((id) => [id, copies])),
      ...findingsOfCdkFunction,
    }
  }
}

/** The ARN of the bucket of assets in the form of cdk-nag's findings. */
function assetsInFinding(stack: Stack): string {
  const { partition, region, account } = namesInFinding(stack)
  const qualifier =
    stack.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER
  return `arn:${partition}:s3:::cdk-${qualifier}-assets-${account}-${region}`
}
