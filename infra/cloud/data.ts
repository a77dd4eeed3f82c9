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
import type { IKey } from 'aws-cdk-lib/aws-kms'
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type CfnBucket,
} from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { accountsAccess, accountsTable } from '../../lib/accounts/index.ts'
import { storageAccess } from '../../lib/storage/index.ts'
import { weatherFolder } from '../../lib/weather/index.ts'
import { accountStatements } from './account-statements.ts'
import { acknowledge } from './acknowledge.ts'
import type { Binding } from './api-function.ts'
import { customerKeyOf, useOfKey } from './customer-key.ts'
import type { CairnSettings } from './settings.ts'

/** Where Lambda puts the records of a stream that a function could not handle. */
const discardedRecords = 'aws/lambda'

/** What outlives a deployment: the accounts, the data sets, and changes of accounts without a ledger row. */
export class CairnData extends Construct {
  readonly table: ITable
  readonly bucket: Bucket
  /** Changes of accounts that could not be written to the ledger, to be replayed. */
  readonly unwrittenRows: Bucket
  /** Encrypts all that is stored; undefined where AWS's own keys do. */
  readonly key: IKey | undefined
  readonly #region: string

  constructor(scope: Construct, id: string, settings: CairnSettings) {
    super(scope, id)
    const { keepData, region } = settings
    this.#region = region
    this.key = customerKeyOf(this, settings)
    const removalPolicy = keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
    const { partitionKey, sortKey, streamView, timeToLive } = accountsTable
    this.table = new Table(this, 'Accounts', {
      partitionKey: { name: partitionKey, type: AttributeType.STRING },
      sortKey: { name: sortKey, type: AttributeType.STRING },
      timeToLiveAttribute: timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(this.key
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: this.key }
        : { encryption: TableEncryption.AWS_MANAGED }),
      stream: StreamViewType[streamView],
      deletionProtection: keepData,
      removalPolicy,
    })
    const closed: BucketProps = {
      ...(this.key
        ? { encryption: BucketEncryption.KMS, encryptionKey: this.key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: true,
      removalPolicy,
    }
    this.bucket = new Bucket(this, 'Data', {
      ...closed,
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
    })
    this.unwrittenRows = new Bucket(this, 'UnwrittenRows', {
      ...closed,
      lifecycleRules: [
        {
          id: 'a year',
          expiration: Duration.days(365),
          noncurrentVersionExpiration: Duration.days(30),
        },
      ],
    })
    acknowledge(this.unwrittenRows, {
      'AwsSolutions-S1': 'Lambda writes it and operators read it, a few times in its life.',
    })
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Only the functions of this stack and operators read the bucket; a server access log of millions of range reads costs more than it tells. Data events of CloudTrail can be switched on.',
    })
  }

  /** The accounts table, for one of the ways it is used. */
  accounts(use: keyof typeof accountsAccess): Binding {
    return {
      environment: { CAIRN_TABLE: this.table.tableName },
      statements: [
        ...accountStatements(this.table.tableArn, accountsAccess[use]),
        ...useOfKey(this.key, 'dynamodb'),
      ],
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
        this.#listing(objects),
        ...useOfKey(this.key, 's3 to read'),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${this.#shownArn(user)}${objects}]`]:
          'All builds of the one region that is served: new ones come without a deployment.',
      },
    }
  }

  /** The weather that has been looked up, to read and to add to, for functions in the stack of `user`. */
  weatherCache(user: Construct): Binding {
    const objects = `/${weatherFolder}/*`
    return {
      environment: { CAIRN_BUCKET: this.bucket.bucketName },
      statements: [
        new PolicyStatement({
          // An entry is small and put by one request, so that the actions of a `write` in parts are not needed.
          actions: [...storageAccess.read, 's3:PutObject'],
          resources: [this.bucket.bucketArn + objects],
        }),
        this.#listing(objects),
        ...useOfKey(this.key, 's3 to write'),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${this.#shownArn(user)}${objects}]`]:
          'One object for each place and hour that somebody asks for.',
      },
    }
  }

  /** Where Lambda keeps what the ledger writer in the stack of `user` could not handle. */
  discardedRecords(user: Construct): Binding {
    const objects = `/${discardedRecords}/*`
    return {
      environment: {},
      statements: [
        new PolicyStatement({
          actions: ['s3:PutObject'],
          resources: [this.unwrittenRows.bucketArn + objects],
        }),
        // Lambda looks whether the bucket is there, which takes the permission without a prefix.
        new PolicyStatement({
          actions: ['s3:ListBucket'],
          resources: [this.unwrittenRows.bucketArn],
        }),
        ...useOfKey(this.key, 's3 to write'),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${this.#shownArn(user, this.unwrittenRows)}${objects}]`]:
          'Lambda chooses the names: one object for each batch of records.',
      },
    }
  }

  /** S3 tells a missing object from a forbidden one only to those who may list its key. */
  #listing(objects: string): PolicyStatement {
    return new PolicyStatement({
      actions: [...storageAccess.list],
      resources: [this.bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': objects.slice(1) } },
    })
  }

  /** The ARN of a bucket as cdk-nag writes it in findings on policies in the stack of `user`. */
  #shownArn(user: Construct, bucket = this.bucket): string {
    const [stack, own] = [Stack.of(user), Stack.of(this)]
    if (stack === own) return `<${own.getLogicalId(bucket.node.defaultChild as CfnBucket)}.Arn>`
    return stack.resolve(own.exportValue(bucket.bucketArn))['Fn::ImportValue']
  }
}
