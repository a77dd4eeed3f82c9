import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  type ITable,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { type AccessStatement, accountsAccess, accountsTable } from '../../lib/accounts/index.ts'

import { storageAccess } from '../../lib/storage/index.ts'
import { weatherFolder } from '../../lib/weather/index.ts'

import { acknowledge } from './acknowledge.ts'
import type { Binding } from './api-function.ts'
import type { CairnSettings } from './settings.ts'

/** What outlives a deployment: the table of accounts and the bucket of data sets. */
export class CairnData extends Construct {
  readonly table: ITable
  readonly bucket: Bucket
  readonly #region: string

  constructor(scope: Construct, id: string, { keepData, region }: CairnSettings) {
    super(scope, id)
    this.#region = region
    const removalPolicy = keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
    const { partitionKey, sortKey, streamView } = accountsTable
    this.table = new Table(this, 'Accounts', {
      partitionKey: { name: partitionKey, type: AttributeType.STRING },
      sortKey: { name: sortKey, type: AttributeType.STRING },
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: TableEncryption.AWS_MANAGED,
      stream: StreamViewType[streamView],
      deletionProtection: keepData,
      removalPolicy,
    })
    this.bucket = new Bucket(this, 'Data', {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      lifecycleRules: [
        {
          id: 'rests',
          // As long as a broken upload can be taken up again.
          abortIncompleteMultipartUploadAfter: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
        // What an upload notes down to be taken up again.
        { id: 'notes', prefix: '.incoming/', expiration: Duration.days(7) },
        // Looked up again when it is asked for again.
        { id: 'weather', prefix: `${weatherFolder}/`, expiration: Duration.days(30) },
      ],
      removalPolicy,
    })
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Only the functions of this stack and operators read the bucket; a server access log of millions of range reads costs more than it tells. Data events of CloudTrail can be switched on.',
    })
  }

  /** The accounts table, for one of the ways it is used. */
  accounts(use: keyof typeof accountsAccess): Binding {
    const statements: readonly AccessStatement[] = accountsAccess[use]
    return {
      environment: { CAIRN_TABLE: this.table.tableName },
      statements: statements.map(
        ({ actions, leadingKeys, attributes }) =>
          new PolicyStatement({
            actions: [...actions],
            resources: [this.table.tableArn],
            conditions: {
              'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...leadingKeys] },
              ...(attributes && {
                'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
              }),
            },
          }),
      ),
    }
  }

  /** The data sets of the served region, to read, for functions in the stack of `user`. */
  regionData(user: Construct): Binding {
    const objects = `/datasets/${this.#region}/*`
    return {
      environment: { CAIRN_BUCKET: this.bucket.bucketName, REGION: this.#region },
      statements: [
        new PolicyStatement({
          actions: [...storageAccess.read],
          resources: [this.bucket.bucketArn + objects],
        }),
        // Without it a missing object would be told as a forbidden one.
        new PolicyStatement({
          actions: [...storageAccess.list],
          resources: [this.bucket.bucketArn],
        }),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${this.#shownArn(user)}${objects}]`]:
          'All builds of the one region that is served: new ones come without a deployment.',
      },
    }
  }

  /**
   * The weather that has been looked up, to read and to add to, for functions in the stack of `user` that
   * have {@link regionData} too.
   */
  weatherCache(user: Construct, weather: string | undefined): Binding {
    const objects = `/${weatherFolder}/*`
    return {
      environment: {
        CAIRN_BUCKET: this.bucket.bucketName,
        ...(weather && { CAIRN_WEATHER: weather }),
      },
      statements: [
        new PolicyStatement({
          // An entry is small and put by one request, so that the actions of a `write` in parts are not needed.
          actions: [...storageAccess.read, 's3:PutObject'],
          resources: [this.bucket.bucketArn + objects],
        }),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${this.#shownArn(user)}${objects}]`]:
          'One object for each place and hour that somebody asks for.',
      },
    }
  }

  /** The ARN of the bucket as cdk-nag writes it in findings on policies in the stack of `user`. */
  #shownArn(user: Construct): string {
    const [stack, own] = [Stack.of(user), Stack.of(this)]
    if (stack === own)
      return `<${own.getLogicalId(this.bucket.node.defaultChild as CfnBucket)}.Arn>`
    return stack.resolve(own.exportValue(this.bucket.bucketArn))['Fn::ImportValue']
  }
}
