import { Duration, RemovalPolicy } from 'aws-cdk-lib'
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
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { mapFileNames } from '#ground/region-map'
import { weatherFolder } from '#ground/weather'
import { accountsAccess, accountsTable } from '#platform/accounts'
import { partsPrefix } from '#platform/region-builds'
import { storageAccess } from '#platform/storage'
import { buildAccountStatements } from './account-statements.ts'
import { acknowledge } from './acknowledge.ts'
import { allowListing, formatArnInFinding } from './bucket-access.ts'
import { allowKeyUse, provideCustomerKey } from './customer-key.ts'
import type { Binding } from './function-access.ts'
import { buildPrivateBucketProps } from './private-bucket.ts'
import type { CairnSettings } from './settings.ts'

/** Prefix of the stream records that a function failed to handle, as Lambda stores them. */
const discardedRecords = 'aws/lambda'

/** Data that outlives a deployment: accounts, data sets, and account changes without a ledger row. */
export class CairnData extends Construct {
  readonly table: ITable
  readonly bucket: Bucket
  /** Account changes that could not be written to the ledger, kept for replay. */
  readonly unwrittenRows: Bucket
  /** Key that encrypts all stored data; undefined when AWS manages the keys. */
  readonly key: IKey | undefined
  readonly #regions: readonly string[]

  constructor(scope: Construct, id: string, settings: CairnSettings) {
    super(scope, id)
    const { keepData, regions } = settings
    this.#regions = regions
    this.key = provideCustomerKey(this, settings)
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
    this.bucket = new Bucket(this, 'Data', {
      ...buildPrivateBucketProps(this.key, removalPolicy),
      versioned: true,
      lifecycleRules: [
        {
          id: 'rests',
          // Time during which an interrupted upload can be resumed.
          abortIncompleteMultipartUploadAfter: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
        // Progress of uploads, for resuming them.
        { id: 'notes', prefix: '.incoming/', expiration: Duration.days(7) },
        // Parts of region builds. A build that is resumed from them is resumed within a week.
        {
          id: 'parts',
          prefix: `${partsPrefix}/`,
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // The weather cache.
        { id: 'weather', prefix: `${weatherFolder}/`, expiration: Duration.days(30) },
      ],
    })
    this.unwrittenRows = new Bucket(this, 'UnwrittenRows', {
      ...buildPrivateBucketProps(this.key, removalPolicy),
      versioned: true,
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

  /**
   * Grants access to the accounts table for one kind of use.
   *
   * @internal
   */
  accounts(use: keyof typeof accountsAccess): Binding {
    return {
      environment: { CAIRN_TABLE: this.table.tableName },
      statements: [
        ...buildAccountStatements(this.table.tableArn, accountsAccess[use]),
        ...allowKeyUse(this.key, 'dynamodb'),
      ],
    }
  }

  /** Names of the served regions, without access to their data. */
  get regionNames(): Binding {
    return { environment: { REGION: this.#regions.join() }, statements: [] }
  }

  /** Grants read access to the manifests of the served regions, without their data. */
  regionManifest(user: Construct): Binding {
    return this.#grantRegionFiles(user, ['/current.json', '/*/manifest.json'])
  }

  /** Grants functions in the stack of `user` read access to the files that maps are drawn from. */
  regionMap(user: Construct): Binding {
    const files = mapFileNames.map((file) => `/*/${file}`)
    return this.#grantRegionFiles(user, ['/current.json', '/*/manifest.json', ...files])
  }

  /** Grants functions in the stack of `user` read access to the data sets of the served regions. */
  regionData(user: Construct): Binding {
    return this.#grantRegionFiles(user, ['/*'])
  }

  /** Grants read access to these files in all builds of the served regions: new builds appear without a deployment. */
  #grantRegionFiles(user: Construct, files: readonly string[]): Binding {
    const objects = this.#regions.flatMap((region) =>
      files.map((file) => `/datasets/${region}${file}`),
    )
    const nameFinding = (object: string) =>
      `AwsSolutions-IAM5[Resource::${formatArnInFinding(this.bucket, user)}${object}]`
    const reason = 'All builds of the regions that are served: new ones come without a deployment.'
    const buildObjects = objects.filter((object) => object.includes('*'))
    return {
      environment: { CAIRN_BUCKET: this.bucket.bucketName, ...this.regionNames.environment },
      statements: [
        new PolicyStatement({
          actions: [...storageAccess.read],
          resources: objects.map((object) => this.bucket.bucketArn + object),
        }),
        ...objects.map((object) => allowListing(this.bucket, object)),
        ...allowKeyUse(this.key, 's3 to read'),
      ],
      findings: Object.fromEntries(buildObjects.map((object) => [nameFinding(object), reason])),
    }
  }

  /** Grants functions in the stack of `user` read and write access to the weather cache. */
  weatherCache(user: Construct): Binding {
    const objects = `/${weatherFolder}/*`
    return {
      environment: { CAIRN_BUCKET: this.bucket.bucketName },
      statements: [
        new PolicyStatement({
          // An entry is put in one request. The other actions of `write` are for multipart uploads.
          actions: [...storageAccess.read, 's3:PutObject'],
          resources: [this.bucket.bucketArn + objects],
        }),
        allowListing(this.bucket, objects),
        ...allowKeyUse(this.key, 's3 to write'),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${formatArnInFinding(this.bucket, user)}${objects}]`]:
          'One object for each place and hour that somebody asks for.',
      },
    }
  }

  /** Grants write access for records that the ledger writer in the stack of `user` could not handle. */
  discardedRecords(user: Construct): Binding {
    const objects = `/${discardedRecords}/*`
    return {
      environment: {},
      statements: [
        new PolicyStatement({
          actions: ['s3:PutObject'],
          resources: [this.unwrittenRows.bucketArn + objects],
        }),
        // Lambda checks that the bucket exists, which requires this permission without a prefix.
        new PolicyStatement({
          actions: ['s3:ListBucket'],
          resources: [this.unwrittenRows.bucketArn],
        }),
        ...allowKeyUse(this.key, 's3 to write'),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${formatArnInFinding(this.unwrittenRows, user)}${objects}]`]:
          'Lambda chooses the names: one object for each batch of records.',
      },
    }
  }
}
