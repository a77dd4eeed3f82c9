import { execFileSync } from 'node:child_process'
import { DefaultStackSynthesizer, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Bucket, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment'
import { Construct } from 'constructs'
import { siteWriter } from '../../web/index.ts'
import { acknowledge, cdkFunctionFindings } from './acknowledge.ts'
import { formatNamesInFinding } from './finding-names.ts'
import { buildPrivateBucketProps } from './private-bucket.ts'
import type { CairnSettings } from './settings.ts'
import { stageAsset } from './staging.ts'

/** Bucket with the files of the explorer and the reference, which only the distribution may read. */
export class SiteBucket extends Construct {
  readonly bucket: Bucket

  constructor(scope: Construct, id: string, { logRetention }: CairnSettings) {
    super(scope, id)
    this.bucket = new Bucket(this, 'Files', {
      // S3's own key: these files are public through the distribution.
      ...buildPrivateBucketProps(undefined, RemovalPolicy.DESTROY),
    })
    acknowledge(this.bucket, {
      'AwsSolutions-S1': 'Only the distribution reads it, files that are public there.',
    })
    const directory = stageAsset(this, 'site', (folder) =>
      execFileSync(process.execPath, [siteWriter, folder], { stdio: ['ignore', 'ignore', 'pipe'] }),
    )
    const deployment = new BucketDeployment(this, 'Deployment', {
      sources: [Source.asset(directory)],
      destinationBucket: this.bucket,
      // File names stay the same, so a browser must ask whether a file has changed.
      cacheControl: [CacheControl.noCache()],
      logGroup: new LogGroup(this, 'Log', {
        retention: logRetention,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      memoryLimit: 512,
      // Otherwise the bucket could not be deleted with the stack.
      retainOnDelete: false,
    })
    // The CDK's function that copies the files, one per stack.
    acknowledge(deployment.handlerRole.node.scope!, this.#listCopyFindings())
  }

  #listCopyFindings(): Record<string, string> {
    const stack = Stack.of(this)
    const files = stack.getLogicalId(this.bucket.node.defaultChild as CfnBucket)
    const copies =
      'The role of the CDK: it reads the assets and writes the files of the site, and nothing else.'
    const actions = ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject']
    const findings = [
      ...actions.map((action) => `AwsSolutions-IAM5[Action::s3:${action}*]`),
      `AwsSolutions-IAM5[Resource::${formatAssetsInFinding(stack)}/*]`,
      `AwsSolutions-IAM5[Resource::<${files}.Arn>/*]`,
    ]
    return {
      ...Object.fromEntries(findings.map((id) => [id, copies])),
      ...cdkFunctionFindings,
    }
  }
}

/** Returns the ARN of the CDK's asset bucket as cdk-nag writes it in findings. */
function formatAssetsInFinding(stack: Stack): string {
  const { partition, region, account } = formatNamesInFinding(stack)
  const qualifier =
    stack.synthesizer.bootstrapQualifier ?? DefaultStackSynthesizer.DEFAULT_QUALIFIER
  return `arn:${partition}:s3:::cdk-${qualifier}-assets-${account}-${region}`
}
