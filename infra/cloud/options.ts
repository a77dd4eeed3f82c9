import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { LayerArchitecture } from '../../layers/valhalla/index.ts'

/** Options of a deployment. Only `region` has no default. */
export interface CairnOptions {
  /**
   * Name of the served region data set, as it was built. Several are a list, or a text with commas (`andorra,porto`):
   * the region that contains the points answers a call, and searches cover all. Functions then keep the roads of all
   * regions on their disk; see {@link engineDiskMebibytes}.
   */
  region: string | readonly string[]
  /**
   * Prefix of the names of dashboards, alarms and metrics. Two deployments in one account need different ones. Default
   * `Cairn`.
   */
  name?: string
  /** Processor of the functions. Default `arm64`, which costs a fifth less and whose engine is smaller. */
  architecture?: LayerArchitecture
  /**
   * Local disk, in MiB, of functions with an engine, 512 to 10,240. The published `routing.tar` must be at most half of
   * it. With several regions, the files of all, plus the largest a second time, must fit. `routing.tiles` may be any
   * size. Default 4096.
   */
  engineDiskMebibytes?: number
  /** Memory, in MiB, of functions with an engine. Processor time grows with it. Default 1769, one full processor. */
  engineMemoryMebibytes?: number
  /** Number of environments that are kept warm for each engine function, at their hourly price. Default 0. */
  warmEnvironments?: number
  /** Maximum rate of each method of the API; calls above it get 429. Default 3,000 per second, in bursts of 5,000. */
  throttle?: { requestsPerSecond: number; burst: number }
  /** Maximum requests from one address in five minutes; requests above it get 429. Default 18,000 (60 per second). */
  requestsPerAddress?: number
  /**
   * Maximum rate of one key; calls above it get 429. `perSecond: 0` switches the limit off. An account may have its own
   * rate. Default 50 per second, in bursts of 200.
   */
  requestsPerKey?: { perSecond: number; burst: number }
  /**
   * Reserved and maximum concurrent calls of each operation and of the tool server; calls above it get 503. The
   * authorizer reserves 300. 0 reserves nothing, for accounts whose quota of concurrent executions is below 1,000.
   * Default 30, or the largest number that fits the quota.
   */
  concurrencyPerOperation?: number
  jobs?: JobOptions
  /**
   * Source of the weather for predictions: `off`, the address of Open-Meteo's services or of a mirror, or two addresses
   * separated by a comma: forecasts and archive. Default: Open-Meteo's free services, which are for non-commercial use.
   * For addresses that contain a key, use {@link weatherSecret}.
   */
  weather?: string
  /**
   * Name or ARN of a secret in AWS Secrets Manager, in the same account and AWS region. Its text has the form of
   * `weather`: addresses with the `apikey` of a subscription.
   */
  weatherSecret?: string
  model?: ModelOptions
  /** Retention of logs. Default one month. */
  logRetention?: RetentionDays
  domain?: DomainOptions
  /** Whether to serve the explorer and the reference, with the API under the same address. Default false. */
  site?: boolean | ExplorerSiteOptions
  /**
   * Whether to deploy the operator's console, a function that only calls signed with IAM credentials can reach. Default
   * false.
   */
  console?: boolean
  /**
   * Whether regions can be built in the account, by `region build --in-cloud`. This adds a state machine and jobs of
   * AWS Batch on Fargate, which cost nothing while idle. Default false.
   */
  regionBuilds?: boolean
  alarms?: AlarmOptions
  /**
   * Whether to create the account's role through which API Gateway writes logs. Default true; set false if the account
   * already has that role.
   */
  gatewayLogRole?: boolean
  /**
   * Whether the table and the bucket outlive the stack and are protected from deletion. Default true; false for test
   * deployments, whose data are deleted with them.
   */
  keepData?: boolean
  /**
   * Encrypts the table, buckets, alarm topic and log groups with a customer managed KMS key. `true` creates one that
   * rotates each year; an ARN names an existing one in the same AWS region. Default: keys that AWS manages.
   */
  customerKey?: boolean | string
}

/** Language model for narratives and for questions in words; none by default. */
export interface ModelOptions {
  /**
   * `bedrock:` with the id or ARN of a model or inference profile of Amazon Bedrock, or `openai:` with the name of a
   * model of any OpenAI-compatible service.
   */
  name: string
  /**
   * Base address of the service, or of an endpoint of Bedrock's runtime. Default: OpenAI's address, or Bedrock's in the
   * region.
   */
  url?: string
  /** AWS region of Bedrock. Default: the region of the deployment. */
  region?: string
  /**
   * Name or ARN of a secret in AWS Secrets Manager, in the same account and AWS region, whose text is the key of an
   * `openai:` service. Default: no key.
   */
  keySecret?: string
}

/** Options of batch jobs. */
export interface JobOptions {
  /**
   * Maximum chunks of one job that run at the same time, 1 to 1,000. It determines the speed of a job. Chunks share the
   * concurrent executions of the AWS account with all other functions. Default 20.
   */
  maxConcurrency?: number
  /**
   * Reserved and maximum concurrent executions for the chunks of all jobs, so that jobs cannot use up the capacity of
   * the API. 0 reserves nothing, for accounts whose quota is too small. Default 0.
   */
  reservedConcurrency?: number
}

/** Custom domain of the API. */
export interface DomainOptions {
  /** Domain name, for example `api.example.org`. */
  name: string
  /** ARN of a certificate for the name, in the same AWS region. */
  certificateArn: string
  /** Route 53 zone for the DNS record. Without it, point the name at the output `DomainTarget`. */
  hostedZone?: { id: string; name: string }
}

/** Options of the distribution that serves the explorer and the reference. */
export interface ExplorerSiteOptions {
  /** Custom domain, for example `maps.example.org`. Default: the distribution's own name, under `cloudfront.net`. */
  domain?: {
    name: string
    /** ARN of a certificate for the name, in us-east-1. */
    certificateArn: string
  }
}

export interface AlarmOptions {
  /** Email address for alarms; its owner must confirm the subscription. Default: alarms only show on the dashboard. */
  email?: string
  /** Percentage of 5xx answers over five minutes that raises an alarm. Default 1. */
  serverErrorPercent?: number
  /** 99th percentile of an operation's duration that raises an alarm, in milliseconds. Default 5000. */
  p99Milliseconds?: number
  /**
   * Monthly cost of the whole AWS account, in USD, that raises an alarm when it is reached or forecast. Default none.
   */
  monthlyBudgetUsd?: number
}
