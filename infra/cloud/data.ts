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
import { accountStatements } from './account-statements.ts'
import { acknowledge } from './acknowledge.ts'
import { arnInFinding, listing } from './bucket-access.ts'
import { customerKeyOf, useOfKey } from './customer-key.ts'
import type { Binding } from './function-access.ts'
import { privateBucket } from './private-bucket.ts'
import type { CairnSettings } from './settings.ts'

/** Prefix under which Lambda stores records of a stream that a function failed to handle. */
const discardedRecords = 'aws/lambda'

/** The data that outlives a deployment: accounts, data sets, and account changes without a ledger row. */
export class CairnData extends Construct {
  readonly table: ITable
  readonly bucket: Bucket
  /** Account changes that could not be written to the ledger, to be replayed. */
  readonly unwrittenRows: Bucket
  /** Encrypts all stored data; undefined for keys managed by AWS. */
  readonly key: IKey | undefined
  readonly #regions: readonly string[]

  constructor(scope: Construct, id: string, settings: CairnSettings) {
    super(scope, id)
    const { keepData, regions } = settings
    this.#regions = regions
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
    this.bucket = new Bucket(this, 'Data', {
      ...privateBucket(this.key, removalPolicy),
      versioned: true,
      lifecycleRules: [
        {
          id: 'rests',
          // The time in which an interrupted upload can be resumed.
          abortIncompleteMultipartUploadAfter: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(30),
          expiredObjectDeleteMarker: true,
        },
        // Notes of uploads, for resuming them.
        { id: 'notes', prefix: '.incoming/', expiration: Duration.days(7) },
        // Of region builds in parts: a build that goes on with them does so within a week.
        {
          id: 'parts',
          prefix: `${partsPrefix}/`,
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // A cache.
        { id: 'weather', prefix: `${weatherFolder}/`, expiration: Duration.days(30) },
      ],
    })
    this.unwrittenRows = new Bucket(this, 'UnwrittenRows', {
      ...privateBucket(this.key, removalPolicy),
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
   * The accounts table, for one role.
   * @internal
   */
  accounts(use: keyof typeof accountsAccess): Binding {
    return {
      environment: { CAIRN_TABLE: this.table.tableName },
      statements: [
        ...accountStatements(this.table.tableArn, accountsAccess[use]),
        ...useOfKey(this.key, 'dynamodb'),
      ],
    }
  }

  /** The names of the served regions, without access to their data. */
  get regionNames(): Binding {
    return { environment: { REGION: this.#regions.join() }, statements: [] }
  }

  /** Read access to what describes the builds of the served regions, without their data. */
  regionManifest(user: Construct): Binding {
    return this.#regionFiles(user, ['/current.json', '/*/manifest.json'])
  }

  /** Read access to what maps are drawn from, for functions in the stack of `user`. */
  regionMap(user: Construct): Binding {
    const files = mapFileNames.map((file) => `/*/${file}`)
    return this.#regionFiles(user, ['/current.json', '/*/manifest.json', ...files])
  }

  /** Read access to the data sets of the served regions, for functions in the stack of `user`. */
  regionData(user: Construct): Binding {
    return this.#regionFiles(user, ['/*'])
  }

  /** Read access to these files of the served regions, of all builds: new ones come without a deployment. */
  #regionFiles(user: Construct, files: readonly string[]): Binding {
    const objects = this.#regions.flatMap((region) =>
      files.map((file) => `/datasets/${region}${file}`),
    )
    const finding = (object: string) =>
      `AwsSolutions-IAM5[Resource::${arnInFinding(this.bucket, user)}${object}]`
    const reason = 'All builds of the regions that are served: new ones come without a deployment.'
    const ofBuilds = objects.filter((object) => object.includes('*'))
    return {
      environment: { CAIRN_BUCKET: this.bucket.bucketName, ...this.regionNames.environment },
      statements: [
        new PolicyStatement({
          actions: [...storageAccess.read],
          resources: objects.map((object) => this.bucket.bucketArn + object),
        }),
        ...objects.map((object) => listing(this.bucket, object)),
        ...useOfKey(this.key, 's3 to read'),
      ],
      findings: Object.fromEntries(ofBuilds.map((object) => [finding(object), reason])),
    }
  }

  /** Read and write access to the weather cache, for functions in the stack of `user`. */
  weatherCache(user: Construct): Binding {
    const objects = `/${weatherFolder}/*`
    return {
      environment: { CAIRN_BUCKET: this.bucket.bucketName },
      statements: [
        new PolicyStatement({
          // An entry is put in one request: the other actions of `write` are for multipart uploads.
          actions: [...storageAccess.read, 's3:PutObject'],
          resources: [this.bucket.bucketArn + objects],
        }),
        listing(this.bucket, objects),
        ...useOfKey(this.key, 's3 to write'),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${arnInFinding(this.bucket, user)}${objects}]`]:
          'One object for each place and hour that somebody asks for.',
      },
    }
  }

  /** Write access for records that the ledger writer in the stack of `user` could not handle. */
  discardedRecords(user: Construct): Binding {
    const objects = `/${discardedRecords}/*`
    return {
      environment: {},
      statements: [
        new PolicyStatement({
          actions: ['s3:PutObject'],
          resources: [this.unwrittenRows.bucketArn + objects],
        }),
        // Lambda checks that the bucket exists, which needs the permission without a prefix.
        new PolicyStatement({
          actions: ['s3:ListBucket'],
          resources: [this.unwrittenRows.bucketArn],
        }),
        ...useOfKey(this.key, 's3 to write'),
      ],
      findings: {
        [`AwsSolutions-IAM5[Resource::${arnInFinding(this.unwrittenRows, user)}${objects}]`]:
          'Lambda chooses the names: one object for each batch of records.',
      },
    }
  }
}
