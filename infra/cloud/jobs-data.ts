import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import {
  AttributeType,
  BillingMode,
  type ITable,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Bucket, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import { Construct } from 'constructs'
import { jobRetentionDays, jobsAccess, jobsTable } from '#places/jobs'
import { storageAccess } from '#platform/storage'
import { acknowledge } from './acknowledge.ts'
import { allowListing, formatArnInFinding } from './bucket-access.ts'
import { allowKeyUse } from './customer-key.ts'
import type { Binding } from './function-access.ts'
import { buildPrivateBucketProps } from './private-bucket.ts'
import type { CairnSettings } from './settings.ts'

/** Days that intermediate objects are kept: a job waits up to 7 days for payment and runs for one more. */
const workRetentionDays = 10

/** Folders of the jobs bucket. */
type Folder = 'in' | 'work' | 'out'

/** Access of a function to the jobs bucket. */
export interface JobFilesUse {
  read?: readonly Folder[]
  /** Folders to write to, with multipart uploads. */
  write?: readonly Folder[]
  /** Folders to write to without multipart uploads, for presigned forms. */
  put?: readonly Folder[]
  delete?: readonly Folder[]
  /** Folders to list, besides the ones in `read`. */
  list?: readonly Folder[]
}

/**
 * The jobs and their files. Both are deleted after {@link jobRetentionDays} days, intermediate files after
 * {@link workRetentionDays}: this is not an archive.
 */
export class JobsData extends Construct {
  readonly table: ITable
  readonly bucket: Bucket
  readonly #key: IKey | undefined

  constructor(scope: Construct, id: string, settings: CairnSettings, key: IKey | undefined) {
    super(scope, id)
    this.#key = key
    const removalPolicy = settings.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
    const { partitionKey, sortKey, timeToLive } = jobsTable
    this.table = new Table(this, 'Table', {
      partitionKey: { name: partitionKey, type: AttributeType.STRING },
      sortKey: { name: sortKey, type: AttributeType.STRING },
      timeToLiveAttribute: timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      ...(key
        ? { encryption: TableEncryption.CUSTOMER_MANAGED, encryptionKey: key }
        : { encryption: TableEncryption.AWS_MANAGED }),
      deletionProtection: settings.keepData,
      removalPolicy,
    })
    this.bucket = new Bucket(this, 'Files', {
      ...buildPrivateBucketProps(key, removalPolicy),
      lifecycleRules: [
        {
          id: 'jobs',
          expiration: Duration.days(jobRetentionDays),
          abortIncompleteMultipartUploadAfter: Duration.days(2),
        },
        { id: 'work', prefix: 'jobs/work/', expiration: Duration.days(workRetentionDays) },
      ],
    })
    // Set on the CloudFormation resource: the construct's own property would add a custom resource.
    const bucket = this.bucket.node.defaultChild as CfnBucket
    bucket.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
    acknowledge(this.bucket, {
      'AwsSolutions-S1':
        'Files of customers, for 30 days; each upload and result is a job, which the jobs table tells. Data events of CloudTrail can be switched on.',
    })
  }

  /**
   * Origin that presigned forms are sent to. Not `RegionalDomainName`, whose spelling may differ from the one that the
   * signing SDK uses.
   */
  get uploadOrigin(): string {
    const { region, urlSuffix } = Stack.of(this)
    return `https://${this.bucket.bucketName}.s3.${region}.${urlSuffix}`
  }

  /**
   * Grants access to the jobs table for one kind of use.
   *
   * @internal
   */
  jobs(use: keyof typeof jobsAccess): Binding {
    return {
      environment: { CAIRN_JOBS_TABLE: this.table.tableName },
      statements: [
        new PolicyStatement({ actions: [...jobsAccess[use]], resources: [this.table.tableArn] }),
        ...allowKeyUse(this.#key, 'dynamodb'),
      ],
    }
  }

  /** Grants functions in the stack of `user` access to folders of the jobs bucket. */
  files(user: Construct, use: JobFilesUse): Binding {
    const { read = [], write = [], put = [] } = use
    const listed = [...new Set([...read, ...(use.list ?? [])])]
    const allowFolders = (actions: readonly string[], folders: readonly Folder[] = []) =>
      folders.length === 0
        ? []
        : [
            new PolicyStatement({
              actions: [...actions],
              resources: folders.map((folder) => `${this.bucket.bucketArn}/jobs/${folder}/*`),
            }),
          ]
    const writes = write.length + put.length > 0
    const all = [...new Set([...listed, ...write, ...put, ...(use.delete ?? [])])]
    return {
      environment: { CAIRN_JOBS_BUCKET: this.bucket.bucketName },
      statements: [
        ...allowFolders(storageAccess.read, read),
        ...allowFolders(storageAccess.write, write),
        ...allowFolders(['s3:PutObject'], put),
        ...allowFolders(storageAccess.delete, use.delete),
        ...listed.map((folder) => allowListing(this.bucket, `/jobs/${folder}/*`)),
        ...allowKeyUse(this.#key, writes ? 's3 to write' : 's3 to read'),
      ],
      findings: Object.fromEntries(
        all.map((folder) => [
          `AwsSolutions-IAM5[Resource::${formatArnInFinding(this.bucket, user)}/jobs/${folder}/*]`,
          'The files of all accounts: a step works for whoever sent the job.',
        ]),
      ),
    }
  }
}
