import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { defaultEngineDiskMebibytes, regionNamesOf } from '#ground/dataset'
import { openMeteoBasesOf } from '#ground/weather'
import { operations } from '../../functions/operations.ts'
import { assertModel } from './model-settings.ts'
import type { CairnOptions, JobOptions } from './options.ts'
import { assertSecretName } from './secret-name.ts'

/** {@link CairnOptions} with every default filled in. */
export type CairnSettings = Required<
  Omit<
    CairnOptions,
    'region' | 'domain' | 'alarms' | 'jobs' | 'weather' | 'weatherSecret' | 'model'
  >
> &
  Pick<CairnOptions, 'domain' | 'weather' | 'weatherSecret' | 'model'> & {
    /** At least one. */
    regions: readonly string[]
    jobs: Required<JobOptions>
    alarms: {
      email?: string
      serverErrorPercent: number
      p99Milliseconds: number
      monthlyBudgetUsd?: number
    }
  }

export const defaultRequestsPerKey = { perSecond: 50, burst: 200 }

/**
 * Reserved concurrency of the authorizer: at ten calls a second each, 3,000 a second, the default rate of a method. All
 * methods share it, and calls with unknown keys use it too: 50 addresses at the default rate of an address.
 */
export const authorizerConcurrency = 300

/** Reserved concurrency of the map, which needs no key: at ten calls a second each, 200 a second. */
export const mapConcurrency = 20

/** API Gateway's quota of bursts of an account in an AWS region. */
export const maxBurst = 5000

/** The default quota is 1,000 concurrent executions, of which 100 must stay unreserved. */
const maxReservedConcurrency = 900

/**
 * Fills in the defaults and checks values that CloudFormation would refuse only after minutes.
 *
 * @throws Error with one sentence that names the option.
 */
export function settingsOf(options: CairnOptions): CairnSettings {
  const { region, ...others } = options
  const settings: CairnSettings = {
    regions: regionNamesOf(typeof region === 'string' ? region : region.join()),
    name: 'Cairn',
    architecture: 'arm64',
    engineDiskMebibytes: defaultEngineDiskMebibytes,
    engineMemoryMebibytes: 1769,
    warmEnvironments: 0,
    throttle: { requestsPerSecond: 3000, burst: maxBurst },
    requestsPerAddress: 18_000,
    requestsPerKey: defaultRequestsPerKey,
    concurrencyPerOperation: defaultConcurrency(options),
    logRetention: RetentionDays.ONE_MONTH,
    gatewayLogRole: true,
    keepData: true,
    customerKey: false,
    site: false,
    console: false,
    regionBuilds: false,
    ...definedOf(others),
    jobs: { maxConcurrency: 20, reservedConcurrency: 0, ...definedOf(options.jobs ?? {}) },
    alarms: { serverErrorPercent: 1, p99Milliseconds: 5000, ...definedOf(options.alarms ?? {}) },
  }
  if (!/^[A-Za-z][A-Za-z0-9-]{0,62}$/.test(settings.name)) {
    throw new Error(`name must be letters, digits and hyphens, not "${settings.name}"`)
  }
  if (settings.architecture !== 'arm64' && settings.architecture !== 'x86_64') {
    throw new Error(`architecture must be arm64 or x86_64, not "${settings.architecture}"`)
  }
  within('engineDiskMebibytes', settings.engineDiskMebibytes, 512, 10_240)
  within('engineMemoryMebibytes', settings.engineMemoryMebibytes, 512, 10_240)
  if (!(settings.logRetention in RetentionDays)) {
    throw new Error(
      `logs can be kept 1, 3, 5, 7, 14, 30, 60, 90 ... days, not "${settings.logRetention}"`,
    )
  }
  assertWeather(settings)
  assertModel(settings.model)
  within('jobs.maxConcurrency', settings.jobs.maxConcurrency, 1, 1000)
  within('jobs.reservedConcurrency', settings.jobs.reservedConcurrency, 0, maxReservedConcurrency)
  assertConcurrency(settings)
  assertCustomerKey(settings.customerKey)
  assertSite(settings.site)
  within('warmEnvironments', settings.warmEnvironments, 0, 1000)
  within('throttle.requestsPerSecond', settings.throttle.requestsPerSecond, 1, 10_000)
  within('throttle.burst', settings.throttle.burst, 1, maxBurst)
  within('requestsPerAddress', settings.requestsPerAddress, 10, 2_000_000_000)
  const { perSecond, burst } = settings.requestsPerKey
  within('requestsPerKey.perSecond', perSecond, 0, 10_000)
  if (perSecond > 0) within('requestsPerKey.burst', burst, 1, 10_000)
  const { monthlyBudgetUsd } = settings.alarms
  if (monthlyBudgetUsd !== undefined && !(monthlyBudgetUsd > 0)) {
    throw new Error(`monthlyBudgetUsd must be more than 0, not "${monthlyBudgetUsd}"`)
  }
  return settings
}

function assertWeather({ weather, weatherSecret }: CairnSettings): void {
  if (weather && /[?&]apikey=|:\/\/[^/]*@/i.test(weather)) {
    throw new Error(
      'weather would show its apikey or password in the template and the environment of a function: ' +
        'put the addresses into a secret of AWS Secrets Manager and name it with weatherSecret',
    )
  }
  if (weather) openMeteoBasesOf(weather)
  if (weatherSecret === undefined) return
  if (weather) throw new Error('weather and weatherSecret cannot be given both')
  assertSecretName('weatherSecret', weatherSecret)
}

/** 30, or as many as can be reserved for each operation and the tool server beside what has its own. */
function defaultConcurrency({ site = false, jobs = {} }: CairnOptions): number {
  const others = authorizerConcurrency + (site ? mapConcurrency : 0)
  const left = maxReservedConcurrency - others - (jobs.reservedConcurrency ?? 0)
  return Math.max(1, Math.min(30, Math.floor(left / (operations.length + 1))))
}

function assertConcurrency(settings: CairnSettings): void {
  const { concurrencyPerOperation, warmEnvironments, jobs, site } = settings
  within('concurrencyPerOperation', concurrencyPerOperation, 0, maxReservedConcurrency)
  const ofCalls =
    concurrencyPerOperation > 0
      ? (operations.length + 1) * concurrencyPerOperation +
        authorizerConcurrency +
        (site ? mapConcurrency : 0)
      : 0
  const reserved = ofCalls + jobs.reservedConcurrency
  if (reserved > maxReservedConcurrency) {
    throw new Error(
      `concurrencyPerOperation ${concurrencyPerOperation} would reserve ${reserved} concurrent ` +
        `executions for ${operations.length} operations, the tool server, the authorizer, jobs and the map, ` +
        `and at most ${maxReservedConcurrency} can be reserved`,
    )
  }
  if (concurrencyPerOperation > 0 && warmEnvironments > concurrencyPerOperation) {
    throw new Error(
      `warmEnvironments must be at most concurrencyPerOperation, ${concurrencyPerOperation}`,
    )
  }
}

function assertCustomerKey(customerKey: boolean | string): void {
  if (typeof customerKey === 'boolean') return
  const id = '(mrk-[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})'
  if (new RegExp(`^arn:[\\w-]+:kms:[\\w-]+:\\d{12}:key/${id}$`).test(customerKey)) return
  throw new Error(`customerKey must be true, false or the ARN of a KMS key, not "${customerKey}"`)
}

function assertSite(site: CairnSettings['site']): void {
  const domain = typeof site === 'object' ? site.domain : undefined
  // CloudFront takes certificates of this AWS region alone.
  if (!domain || /^arn:[\w-]+:acm:us-east-1:/.test(domain.certificateArn)) return
  throw new Error(
    `site.domain.certificateArn must be of a certificate in us-east-1, not "${domain.certificateArn}"`,
  )
}

function within(name: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
  }
}

/** Without undefined fields, which would override a default. */
function definedOf<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}
