import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { LayerArchitecture } from '../../layers/valhalla/index.ts'

/** Options of a deployment. Only `region` has no default. */
export interface CairnOptions {
  /**
   * The region data set that is served, by the name it was built with. Several are a list, or a text with commas
   * (`andorra,porto`): each call is answered by the region of its points, searches by all. Functions then keep the
   * roads of all on their disk; see {@link engineDiskMebibytes}.
   */
  region: string | readonly string[]
  /** Prefix of the names of dashboards, alarms and metrics; two deployments of one account need two. Default `Cairn`. */
  name?: string
  /** Processor of the functions. Default `arm64`, which costs a fifth less and has the smaller engine. */
  architecture?: LayerArchitecture
  /**
   * MiB of local disk of a function that holds an engine, 512 to 10,240. The published `routing.tar`
   * must be at most half of it; of several regions those of all and the largest once more must fit.
   * `routing.tiles` may have any size. Default 4096.
   */
  engineDiskMebibytes?: number
  /** MiB of memory of a function that holds an engine; the processor comes with it. Default 1769, one full processor. */
  engineMemoryMebibytes?: number
  /** Environments of each engine function that are kept warm, at their hourly price. Default 0. */
  warmEnvironments?: number
  /** Maximum rate of each method of the API; more is answered with 429. Default 3,000 a second, in bursts of 5,000. */
  throttle?: { requestsPerSecond: number; burst: number }
  /** Maximum requests of one address in five minutes; more is answered with 429. Default 18,000, 60 a second. */
  requestsPerAddress?: number
  /**
   * Maximum rate of one key; more is answered with 429. `perSecond: 0` switches the limit off. An account
   * may have a rate of its own. Default 50 a second, in bursts of 200.
   */
  requestsPerKey?: { perSecond: number; burst: number }
  /**
   * Reserved and maximum concurrent calls of each operation and of the tool server; more is answered with 503. The
   * authorizer has 300 reserved. 0 reserves nothing, for accounts whose quota of concurrent
   * executions is below 1,000. Default 30, or as many as can be reserved for each.
   */
  concurrencyPerOperation?: number
  jobs?: JobOptions
  /**
   * Source of the weather of predictions: `off`, or the address of Open-Meteo's services or of a mirror, or
   * two addresses with a comma between them, forecasts and archive. Default Open-Meteo's free services,
   * which are for non-commercial use. Not for addresses with a key: see {@link weatherSecret}.
   */
  weather?: string
  /**
   * Name or ARN of a secret of AWS Secrets Manager in the same account and AWS region. Its text has the form
   * of `weather`: addresses with the `apikey` of a subscription.
   */
  weatherSecret?: string
  model?: ModelOptions
  /** How long logs are kept. Default one month. */
  logRetention?: RetentionDays
  domain?: DomainOptions
  /** Whether the explorer and the reference are served, with the API under the same address. Default false. */
  site?: boolean | ExplorerSiteOptions
  /**
   * Whether the operator's console is deployed: a function that only calls signed with IAM credentials reach.
   * Default false.
   */
  console?: boolean
  /**
   * Whether regions can be built in the account, by `region build --in-cloud`: a state machine and jobs of AWS Batch
   * on Fargate, which cost nothing while nothing is built. Default false.
   */
  regionBuilds?: boolean
  alarms?: AlarmOptions
  /**
   * Whether the account's one role through which API Gateway writes logs is set up here. Default true;
   * false where the account has one.
   */
  gatewayLogRole?: boolean
  /**
   * Whether table and bucket outlive the stack and are protected from deletion. Default true; false for test
   * deployments, whose data are deleted with them.
   */
  keepData?: boolean
  /**
   * Encrypts table, buckets, alarm topic and log groups with a customer managed KMS key: `true` makes one
   * that is rotated each year, an ARN names one of the same AWS region. Default: keys that AWS manages.
   */
  customerKey?: boolean | string
}

/** The language model of narratives and of questions in words; none by default. */
export interface ModelOptions {
  /**
   * `bedrock:` with the id or ARN of a model or inference profile of Amazon Bedrock, or `openai:` with the name of a
   * model of any OpenAI-compatible service.
   */
  name: string
  /** Base address of the service, or of an endpoint of Bedrock's runtime. Default OpenAI's, and Bedrock's in the region. */
  url?: string
  /** AWS region of Bedrock. Default that of the deployment. */
  region?: string
  /**
   * Name or ARN of a secret of AWS Secrets Manager in the same account and AWS region, whose text is the key of an
   * `openai:` service. Default: no key.
   */
  keySecret?: string
}

/** Batch jobs. */
export interface JobOptions {
  /**
   * Chunks of one job that are worked on at the same time, 1 to 1,000: the speed of a job. They share the
   * concurrent executions of the AWS account with all other functions. Default 20.
   */
  maxConcurrency?: number
  /**
   * Reserved and maximum concurrent executions of the work on chunks of all jobs, so that jobs cannot take
   * those of the API. 0 reserves nothing, for accounts whose quota is too small. Default 0.
   */
  reservedConcurrency?: number
}

/** A custom domain of the API. */
export interface DomainOptions {
  /** For example `api.example.org`. */
  name: string
  /** A certificate for the name, in the same AWS region. */
  certificateArn: string
  /** The Route 53 zone for the record; without one, point the name at the output `DomainTarget`. */
  hostedZone?: { id: string; name: string }
}

/** The distribution of the explorer and the reference. */
export interface ExplorerSiteOptions {
  /** A name of your own, for example `maps.example.org`. Default: the distribution's, under `cloudfront.net`. */
  domain?: {
    name: string
    /** A certificate for the name, in us-east-1. */
    certificateArn: string
  }
}

export interface AlarmOptions {
  /** Recipient of alarms, who is asked to confirm. Default: alarms only show on the dashboard. */
  email?: string
  /** Share of answers with 5xx over five minutes that raises an alarm, percent. Default 1. */
  serverErrorPercent?: number
  /** 99th percentile of an operation's time that raises an alarm, milliseconds. Default 5000. */
  p99Milliseconds?: number
  /** Monthly cost of the whole AWS account, USD, that raises an alarm when it is reached or forecast. Default none. */
  monthlyBudgetUsd?: number
}
