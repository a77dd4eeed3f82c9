import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { assertRegionName, defaultEngineDiskMebibytes } from '../../lib/dataset/index.ts'
import { openMeteoBasesOf } from '../../lib/weather/index.ts'
import type { CairnOptions } from './options.ts'

/** {@link CairnOptions} with every default filled in. */
export type CairnSettings = Required<Omit<CairnOptions, 'domain' | 'alarms' | 'weather'>> &
  Pick<CairnOptions, 'domain' | 'weather'> & {
    alarms: { email?: string; serverErrorPercent: number; p99Milliseconds: number }
  }

/**
 * Fills in the defaults and checks what CloudFormation would refuse only after minutes.
 *
 * @throws Error with one sentence that names the option.
 */
export function settingsOf(options: CairnOptions): CairnSettings {
  const settings: CairnSettings = {
    name: 'Cairn',
    architecture: 'arm64',
    engineDiskMebibytes: defaultEngineDiskMebibytes,
    engineMemoryMebibytes: 1769,
    warmEnvironments: 0,
    throttle: { requestsPerSecond: 100, burst: 200 },
    requestsPerAddress: 30_000,
    logRetention: RetentionDays.ONE_MONTH,
    gatewayLogRole: true,
    keepData: true,
    ...definedOf(options),
    alarms: { serverErrorPercent: 1, p99Milliseconds: 5000, ...definedOf(options.alarms ?? {}) },
  }
  assertRegionName(settings.region)
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
  if (settings.weather) openMeteoBasesOf(settings.weather)
  within('warmEnvironments', settings.warmEnvironments, 0, 1000)
  within('throttle.requestsPerSecond', settings.throttle.requestsPerSecond, 1, 10_000)
  within('throttle.burst', settings.throttle.burst, 1, 5000)
  within('requestsPerAddress', settings.requestsPerAddress, 10, 2_000_000_000)
  return settings
}

function within(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${value}"`)
  }
}

/** Without the fields that are there but undefined, which would hide a default. */
function definedOf<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T
}
