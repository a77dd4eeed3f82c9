import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { defaultEngineDiskMebibytes, parseRegionNames } from '#ground/dataset'
import { parseOpenMeteoBases } from '#ground/weather'
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
    /** Names of the served regions, at least one. */
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
 * Reserved concurrency of the authorizer. At ten calls per second each, it handles 3,000 per second, the default rate
 * of a method. All methods share it, and calls with unknown keys use it too: 50 addresses at the default rate of an
 * address.
 */
export const authorizerConcurrency = 300

/** Reserved concurrency of the map, which needs no key. At ten calls per second each, it handles 200 per second. */
export const mapConcurrency = 20

/** API Gateway's burst quota of an account in an AWS region. */
export const maxBurst = 5000

/** Maximum reserved concurrency: the default quota is 1,000 concurrent executions, and 100 must stay unreserved. */
const maxReservedConcurrency = 900

/**
 * Fills in the defaults and checks values that CloudFormation would refuse only after minutes.
 *
 * @throws Error with one sentence that names the option.
 */
export function resolveSettings(options: CairnOptions): CairnSettings {
  const { region, ...others } = options
  const settings: CairnSettings = {
    regions: parseRegionNames(typeof region === 'string' ? region : region.join()),
    name: 'Cairn',
    architecture: 'arm64',
    engineDiskMebibytes: defaultEngineDiskMebibytes,
    engineMemoryMebibytes: 1769,
    warmEnvironments: 0,
    throttle: { requestsPerSecond: 3000, burst: maxBurst },
    requestsPerAddress: 18_000,
    requestsPerKey: defaultRequestsPerKey,
    concurrencyPerOperation: computeDefaultConcurrency(options),
    logRetention: RetentionDays.ONE_MONTH,
    gatewayLogRole: true,
    keepData: true,
    customerKey: false,
    site: false,
    console: false,
    regionBuilds: false,
    ...dropUndefined(others),
    jobs: { maxConcurrency: 20, reservedConcurrency: 0, ...dropUndefined(options.jobs ?? {}) },
    alarms: {
      serverErrorPercent: 1,
      p99Milliseconds: 5000,
      ...dropUndefined(options.alarms ?? {}),
    },
  }
  if (!/^[A-Za-z][A-Za-z0-9-]{0,62}$/.test(settings.name)) {
    throw new Error(`name must be letters, digits and hyphens, not "${settings.name}"`)
  }
  if (settings.architecture !== 'arm64' && settings.architecture !== 'x86_64') {
    throw new Error(`architecture must be arm64 or x86_64, not "${settings.architecture}"`)
  }
  assertWithin('engineDiskMebibytes', settings.engineDiskMebibytes, 512, 10_240)
  assertWithin('engineMemoryMebibytes', settings.engineMemoryMebibytes, 512, 10_240)
  if (!(settings.logRetention in RetentionDays)) {
    throw new Error(
      `logs can be kept 1, 3, 5, 7, 14, 30, 60, 90 ... days, not "${settings.logRetention}"`,
    )
  }
  assertWeather(settings)
  assertModel(settings.model)
  assertWithin('jobs.maxConcurrency', settings.jobs.maxConcurrency, 1, 1000)
  assertWithin(
    'jobs.reservedConcurrency',
    settings.jobs.reservedConcurrency,
    0,
    maxReservedConcurrency,
  )
  assertConcurrency(settings)
  assertCustomerKey(settings.customerKey)
  assertSite(settings.site)
  assertWithin('warmEnvironments', settings.warmEnvironments, 0, 1000)
  assertWithin('throttle.requestsPerSecond', settings.throttle.requestsPerSecond, 1, 10_000)
  assertWithin('throttle.burst', settings.throttle.burst, 1, maxBurst)
  assertWithin('requestsPerAddress', settings.requestsPerAddress, 10, 2_000_000_000)
  const { perSecond, burst } = settings.requestsPerKey
  assertWithin('requestsPerKey.perSecond', perSecond, 0, 10_000)
  if (perSecond > 0) assertWithin('requestsPerKey.burst', burst, 1, 10_000)
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
  if (weather) parseOpenMeteoBases(weather)
  if (weatherSecret === undefined) return
  if (weather) throw new Error('weather and weatherSecret cannot be given both')
  assertSecretName('weatherSecret', weatherSecret)
}

/**
 * Returns 30, or the largest number that the quota allows for each operation and the tool server after other
 * reservations.
 */
function computeDefaultConcurrency({ site = false, jobs = {} }: CairnOptions): number {
  const others = authorizerConcurrency + (site ? mapConcurrency : 0)
  const left = maxReservedConcurrency - others - (jobs.reservedConcurrency ?? 0)
  return Math.max(1, Math.min(30, Math.floor(left / (operations.length + 1))))
}

function assertConcurrency(settings: CairnSettings): void {
  const { concurrencyPerOperation, warmEnvironments, jobs, site } = settings
  assertWithin('concurrencyPerOperation', concurrencyPerOperation, 0, maxReservedConcurrency)
  const callConcurrency =
    concurrencyPerOperation > 0
      ? (operations.length + 1) * concurrencyPerOperation +
        authorizerConcurrency +
        (site ? mapConcurrency : 0)
      : 0
  const reserved = callConcurrency + jobs.reservedConcurrency
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
  // CloudFront only accepts certificates from this AWS region.
  if (!domain || /^arn:[\w-]+:acm:us-east-1:/.test(domain.certificateArn)) return
  throw new Error(
    `site.domain.certificateArn must be of a certificate in us-east-1, not "${domain.certificateArn}"`,
  )
}

function assertWithin(name: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
  }
}

/** Drops undefined fields, which would override a default. */
function dropUndefined<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}
