import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { cairnCommand } from '#platform/home'
import { readAwsRegion, readStackOutputs } from '../aws/deployed-stack.ts'
import { throwUsageError } from '../base/index.ts'

/** Selects a console. */
export interface WantedConsole {
  /** Name of the API stack. Default `Cairn-api`. */
  stack?: string
  /** Address of the console, instead of a stack. */
  url?: string
  /** AWS region. Default: the region in the address, or of the environment. */
  region?: string
}

export interface AwsKeys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string | undefined
}

/** A deployed console, and the credentials to call it with. */
export interface DeployedConsole {
  url: URL
  region: string
  /** Returns the credentials of the environment, renewed when they expire. */
  credentials(): Promise<AwsKeys>
}

/**
 * Finds the console of a deployment, by its address or as an output of its stack, and credentials to call it with.
 *
 * @throws Error with one sentence that names the missing part and the remedy.
 */
export async function findConsole({ stack, url, region }: WantedConsole): Promise<DeployedConsole> {
  if (stack && url) throwUsageError('--stack and --url cannot be given both')
  const known = url === undefined ? undefined : parseConsoleUrl(url)
  const wantedRegion = region ?? (known && parseRegion(known))
  const client = new CloudFormationClient(wantedRegion ? { region: wantedRegion } : {})
  const foundRegion = await readAwsRegion(client, '--region')
  const credentials = async (): Promise<AwsKeys> => {
    try {
      return await client.config.credentials()
    } catch (error) {
      const reason = (error as Error).message.replace(/\.$/, '')
      throw new Error(
        `There are no AWS credentials (${reason}): set AWS_PROFILE, or AWS_ACCESS_KEY_ID and ` +
          'AWS_SECRET_ACCESS_KEY, or sign in with "aws sso login".',
      )
    }
  }
  await credentials()
  const found = known ?? (await readConsoleUrl(client, stack ?? 'Cairn-api', foundRegion))
  return { url: found, region: foundRegion, credentials }
}

/** Reads the output `ConsoleUrl` of a stack. */
async function readConsoleUrl(
  client: CloudFormationClient,
  stack: string,
  region: string,
): Promise<URL> {
  const outputs = await readStackOutputs(
    client,
    { stack, region },
    {
      ifAbsent: 'name it with --stack, its AWS region with --region',
      ifRefused: 'With --url the address of the console is enough.',
    },
  )
  const address = outputs.get('ConsoleUrl')
  if (address) return parseConsoleUrl(address)
  throw new Error(
    `Stack ${stack} in ${region} has no console: deploy it with "${cairnCommand} deploy -c console=true".`,
  )
}

/** Parses an address. Signed calls require HTTPS; on this machine HTTP is allowed. */
function parseConsoleUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname)
  if (!url || !(url.protocol === 'https:' || isHere)) {
    throwUsageError(`"${text}" is no https:// address`)
  }
  return url
}

/** Returns the AWS region in the host name of a function URL. */
function parseRegion({ hostname }: URL): string | undefined {
  return /\.lambda-url\.([a-z0-9-]+)\.on\.aws$/.exec(hostname)?.[1]
}
