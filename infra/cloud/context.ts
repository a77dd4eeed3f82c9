import type { Node } from 'constructs'
import type { CairnOptions, ExplorerSiteOptions, ModelOptions } from './options.ts'
import type { PipelineOptions } from './pipeline.ts'
import { defaultRequestsPerKey, maxBurst } from './settings.ts'

/** Context values with their descriptions: `npm run deploy -- -c name=value`, or `context` in `cdk.json`. */
export const contextValues = {
  region: 'the region data set to serve (needed); several with commas: andorra,porto',
  name: 'begins the names of stacks, dashboards, alarms and metrics; default Cairn',
  architecture: 'arm64 (default) or x86_64',
  engineDiskMebibytes:
    'local disk of functions with an engine; routing.tar may be half; default 4096',
  engineMemoryMebibytes: 'memory of functions with an engine; default 1769, one full processor',
  warmEnvironments: 'environments of each engine function kept initialised; default 0',
  requestsPerSecond:
    'maximum rate of each method of the API; default 3000, bursts of twice that, at most 5000',
  requestsPerAddress: 'maximum requests of one address in five minutes; default 18000',
  requestsPerKey: 'maximum rate of one key, per second; 0 is no limit; default 50',
  burstPerKey: 'burst of one key; default four times requestsPerKey',
  concurrencyPerOperation:
    'concurrent calls reserved for each operation and the tool server; 0 is none; default 30 or as many as fit',
  jobsMaxConcurrency: 'chunks of one job that are worked on at once; default 20',
  jobsReservedConcurrency: 'concurrent executions reserved for chunks; 0 (default) is none',
  weather: 'where predictions look weather up: off, or one or two addresses; default Open-Meteo',
  weatherSecret:
    'secret of AWS Secrets Manager with the addresses and their apikey, instead of weather',
  model:
    'language model of narratives and questions: bedrock:MODEL_ID or openai:MODEL; default none',
  modelUrl: 'address of an OpenAI-compatible service, or an endpoint of Bedrock',
  modelRegion: 'AWS region of Bedrock; default that of the deployment',
  modelKeySecret: 'secret of AWS Secrets Manager with the key of an openai: model',
  logRetentionDays: 'default 30',
  domainName: 'a name of your own, for example api.example.org',
  certificateArn: 'of a certificate in the same AWS region; needed with domainName',
  hostedZoneId: 'Route 53 zone of the domain, to have the record made',
  hostedZoneName: 'name of that zone; needed with hostedZoneId',
  site: 'true: serves the explorer and the reference, with the API under the same address',
  siteDomainName: 'a name of your own for it, for example maps.example.org',
  siteCertificateArn: 'of a certificate in us-east-1; needed with siteDomainName',
  console: 'true: deploys the console of the operator, for calls signed with IAM credentials',
  regionBuilds: 'true: regions can be built in the account, with region build --in-cloud',
  alarmEmail: 'where alarms are sent',
  serverErrorPercent: 'share of 5xx that raises an alarm; default 1',
  p99Milliseconds: '99th percentile of the time that raises an alarm; default 5000',
  monthlyBudgetUsd: 'monthly cost of the AWS account that raises an alarm; default none',
  gatewayLogRole: 'false where the account has its log role for API Gateway already',
  keepData: 'false for a deployment to try things, whose data go with it',
  customerKey: 'true, or the ARN of a KMS key: encrypts table, buckets, topic and logs with it',
  pipelineRepository: 'owner/name: the app is then a pipeline that deploys staging and production',
  pipelineBranch: 'default main',
  pipelineConnectionArn: 'a CodeConnections connection; needed with pipelineRepository',
} as const

type Name = keyof typeof contextValues

/**
 * Refuses unknown context values, so that a mistyped option is not silently ignored. Names with punctuation belong to
 * the CDK.
 *
 * @throws Error that names the unknown value and lists the known ones.
 */
export function refuseUnknownContext(node: Node): void {
  const unknown = Object.keys(node.getAllContext()).find(
    (name) => /^\w+$/.test(name) && !Object.hasOwn(contextValues, name),
  )
  if (unknown === undefined) return
  const names = Object.keys(contextValues).join(', ')
  throw new Error(`"${unknown}" is no option of a deployment; there are: ${names}`)
}

/** Returns typed readers of context values. Each throws one sentence that names the value when it is invalid. */
function createReader(node: Node) {
  const text = (name: Name): string | undefined => {
    const value: unknown = node.tryGetContext(name)
    return value === undefined || value === '' ? undefined : String(value)
  }
  const required = (name: Name, why = ''): string => {
    const value = text(name)
    if (value !== undefined) return value
    throw new Error(`${name} is not set${why}: ${contextValues[name]}. Add: -c ${name}=VALUE`)
  }
  const number = (name: Name): number | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    if (!Number.isFinite(Number(value))) throw new Error(`${name} must be a number, not "${value}"`)
    return Number(value)
  }
  const flag = (name: Name): boolean | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    if (value !== 'true' && value !== 'false') {
      throw new Error(`${name} must be true or false, not "${value}"`)
    }
    return value === 'true'
  }
  return { text, required, number, flag }
}

/**
 * Reads the pipeline options; undefined when the context contains none.
 *
 * @throws Error like {@link readOptions}.
 */
export function readPipelineOptions(node: Node): PipelineOptions | undefined {
  const { text, required } = createReader(node)
  const repository = text('pipelineRepository')
  if (!repository) return undefined
  return {
    repository,
    branch: text('pipelineBranch'),
    connectionArn: required('pipelineConnectionArn', ', and pipelineRepository is'),
    production: readOptions(node),
  }
}

/**
 * Reads the options of a deployment from the context of the CDK app.
 *
 * @throws Error with one sentence that names the value, its meaning and how to set it.
 */
export function readOptions(node: Node): CairnOptions {
  const { text, required, number, flag } = createReader(node)
  const requestsPerSecond = number('requestsPerSecond')
  const requestsPerKey = number('requestsPerKey')
  const burstPerKey = number('burstPerKey')
  const customerKey = text('customerKey')
  const domainName = text('domainName')
  const hostedZoneId = text('hostedZoneId')
  return {
    region: required('region'),
    name: text('name'),
    architecture: text('architecture') as CairnOptions['architecture'],
    engineDiskMebibytes: number('engineDiskMebibytes'),
    engineMemoryMebibytes: number('engineMemoryMebibytes'),
    warmEnvironments: number('warmEnvironments'),
    throttle: requestsPerSecond
      ? { requestsPerSecond, burst: Math.min(maxBurst, 2 * requestsPerSecond) }
      : undefined,
    requestsPerAddress: number('requestsPerAddress'),
    requestsPerKey: combineKeyLimit(requestsPerKey, burstPerKey),
    concurrencyPerOperation: number('concurrencyPerOperation'),
    jobs: {
      maxConcurrency: number('jobsMaxConcurrency'),
      reservedConcurrency: number('jobsReservedConcurrency'),
    },
    weather: text('weather'),
    weatherSecret: text('weatherSecret'),
    model: readModel(createReader(node)),
    logRetention: number('logRetentionDays'),
    domain: domainName
      ? {
          name: domainName,
          certificateArn: required('certificateArn', ', and domainName is'),
          hostedZone: hostedZoneId
            ? { id: hostedZoneId, name: required('hostedZoneName', ', and hostedZoneId is') }
            : undefined,
        }
      : undefined,
    site: readSite(createReader(node)),
    console: flag('console'),
    regionBuilds: flag('regionBuilds'),
    alarms: {
      email: text('alarmEmail'),
      serverErrorPercent: number('serverErrorPercent'),
      p99Milliseconds: number('p99Milliseconds'),
      monthlyBudgetUsd: number('monthlyBudgetUsd'),
    },
    gatewayLogRole: flag('gatewayLogRole'),
    keepData: flag('keepData'),
    customerKey: customerKey?.startsWith('arn:') ? customerKey : flag('customerKey'),
  }
}

function readSite({
  text,
  required,
  flag,
}: ReturnType<typeof createReader>): boolean | ExplorerSiteOptions | undefined {
  const name = text('siteDomainName')
  if (!name) return flag('site')
  if (!flag('site')) throw new Error('site is not true, and siteDomainName is set')
  return {
    domain: { name, certificateArn: required('siteCertificateArn', ', and siteDomainName is') },
  }
}

function readModel({ text, required }: ReturnType<typeof createReader>): ModelOptions | undefined {
  const [url, region, keySecret] = [text('modelUrl'), text('modelRegion'), text('modelKeySecret')]
  if (!text('model') && !url && !region && !keySecret) return undefined
  return {
    name: required('model', ', and modelUrl, modelRegion or modelKeySecret is'),
    ...(url && { url }),
    ...(region && { region }),
    ...(keySecret && { keySecret }),
  }
}

/**
 * Combines the two options of the rate limit. A burst alone keeps the default rate; the default burst is four times the
 * rate.
 */
function combineKeyLimit(perSecond: number | undefined, burst: number | undefined) {
  if (perSecond === undefined && burst === undefined) return undefined
  const rate = perSecond ?? defaultRequestsPerKey.perSecond
  return { perSecond: rate, burst: burst ?? Math.min(10_000, 4 * rate) }
}
