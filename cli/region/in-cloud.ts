import { hash } from 'node:crypto'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { cairnCommand } from '#platform/home'
import {
  type AwsAccess,
  type BuildEnd,
  type RegionBuildInput,
  type RegionBuildMachine,
  sourcesFolder,
  startBuilds,
  stopBuilds,
  type WatchedBuild,
  watchBuild,
} from '#platform/region-builds'
import cairn from '../../package.json' with { type: 'json' }
import { readAwsRegion, readStackOutputs } from '../aws/deployed-stack.ts'
import { type JsonOption, print, throwUsageError } from '../base/index.ts'
import { runUntilStopped } from './checks.ts'

interface CloudBuild extends JsonOption {
  osm: readonly string[]
  dem: readonly string[]
  landcover: readonly string[]
  /** Number of machines for the parts. Default: depends on the size of the extract. */
  parts?: number | undefined
  stack?: string
  awsRegion?: string
}

/** Starts a build in the account of a deployment and shows its log until it has ended. */
export async function buildInCloud(name: string, options: CloudBuild): Promise<void> {
  const { osm, dem, landcover } = options
  const { isAddress, RegionError, estimateCloudBuild, measureInput } = await import(
    '../../region/index.ts'
  )
  for (const input of [...osm, ...dem, ...landcover])
    if (!isAddress(input))
      throwUsageError(
        `${input} is on this machine: name an https:// or s3:// address for --in-cloud`,
      )
  const { access, stateMachineArn, logGroup, bucket } = await findBuilds(options)
  for (const input of [...osm, ...dem, ...landcover])
    if (input.startsWith('s3://') && !input.startsWith(`s3://${bucket}/${sourcesFolder}/`))
      throwUsageError(`builds in the cloud read s3://${bucket}/${sourcesFolder}/, not ${input}`)
  const sizes = await Promise.all(osm.map((input) => measureInput(input)))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const { parts, hours, usd, vcpus, memoryMebibytes } = estimateCloudBuild(bytes, options)
  const machine = { vcpus, memoryMebibytes }
  const machines = parts
    ? `${parts.count} parts, each on ${describe(parts.part)}; before and after them ${describe(machine)}`
    : describe(machine)
  console.error(
    `${name}: ${machines}; about ${hours.toFixed(1)} hours and $${usd.toFixed(2)} (list prices of us-east-1).`,
  )
  const build: RegionBuildInput = {
    name,
    osm,
    dem,
    landcover,
    ...machine,
    ...(parts && {
      parts: {
        ...parts,
        id: deriveBuildId({ name, osm, sizes, count: parts.count }),
        numbers: Array.from({ length: parts.count }, (_, i) => i + 1),
      },
    }),
  }
  const executionArn = await startBuilds(access, stateMachineArn, { builds: [build] })
  console.error(`Started ${executionArn}`)
  const end = await runUntilStopped(
    ({ signal }) => follow(access, { executionArn, logGroup, build }, signal),
    'the build in the cloud is stopped, and nothing was published.',
  )
  if (end.status !== 'SUCCEEDED')
    throw new RegionError(
      `The build of ${name} in the cloud ended as ${end.status}: ${end.reason ?? 'the log has no reason'}. ` +
        `Its log: ${logGroup}; nothing was published${parts ? ', and the same command goes on with the parts that are finished' : ''}.`,
    )
  print(
    options,
    { name, bucket, executionArn, status: end.status },
    `Region ${name} is built and published in bucket ${bucket}.`,
  )
}

function describe({ vcpus, memoryMebibytes }: RegionBuildMachine): string {
  return `${vcpus} processors and ${memoryMebibytes / 1024} GB`
}

/**
 * Derives an id that is equal for builds of the same inputs, so that a new build continues with the parts of a failed
 * one. plan-parts checks the contents.
 */
function deriveBuildId(inputs: object): string {
  return hash('sha256', JSON.stringify({ ...inputs, version: cairn.version })).slice(0, 16)
}

/** Shows states and log. Stops the execution when the signal is aborted. */
async function follow(
  access: AwsAccess,
  execution: WatchedBuild,
  signal: AbortSignal,
): Promise<BuildEnd> {
  try {
    return await watchBuild(access, execution, {
      signal,
      pollMs: Number(process.env.CAIRN_POLL_MS) || 5000,
      onState: (state, job) => console.error(`[${job ? `${job}: ` : ''}${state.toLowerCase()}]`),
      onLine: (line) => console.error(line),
    })
  } catch (error) {
    if (signal.aborted) await stopBuilds(access, execution.executionArn)
    throw error
  }
}

interface DeployedBuilds {
  access: AwsAccess
  stateMachineArn: string
  logGroup: string
  bucket: string
}

/**
 * Finds the stack of region builds and reads its outputs.
 *
 * @throws Error with one sentence that names the remedy.
 */
async function findBuilds({
  stack = 'Cairn-builds',
  awsRegion,
}: CloudBuild): Promise<DeployedBuilds> {
  const client = new CloudFormationClient(awsRegion ? { region: awsRegion } : {})
  const region = await readAwsRegion(client, '--aws-region')
  const outputs = await readStackOutputs(
    client,
    { stack, region },
    {
      ifAbsent:
        `deploy it with "${cairnCommand} deploy -c regionBuilds=true", ` +
        'or name it with --stack, its AWS region with --aws-region',
    },
  )
  const requireOutput = (key: string): string => {
    const found = outputs.get(key)
    if (found) return found
    throw new Error(`Stack ${stack} in ${region} has no output ${key}: deploy it again.`)
  }
  const endpoint = process.env.AWS_ENDPOINT_URL
  return {
    access: {
      region,
      credentials: () => client.config.credentials(),
      ...(endpoint && { endpoint: () => endpoint }),
    },
    stateMachineArn: requireOutput('BuildsStateMachineArn'),
    logGroup: requireOutput('BuildsLogGroup'),
    bucket: requireOutput('BuildsBucketName'),
  }
}
