import * as z from 'zod'
import { exchange } from './exchange.ts'
import { ModelFault } from './fault.ts'
import { assertKey, domainOf, type ModelEnvironment } from './settings.ts'
import { signed } from './signed.ts'

const SecretValue = z.object({ SecretString: z.string() })

/**
 * Reads a secret's text from AWS Secrets Manager, once; a failed read is repeated by the next call. With the signer
 * that is there for Bedrock: the AWS SDK's client would be a tenth of a function.
 */
export function secretReader(
  secretId: string,
  environment: ModelEnvironment,
): (signal: AbortSignal) => Promise<string> {
  let text: string | undefined
  return async (signal) => {
    text ??= await readSecret(secretId, environment, signal)
    return text
  }
}

async function readSecret(
  SecretId: string,
  environment: ModelEnvironment,
  signal: AbortSignal,
): Promise<string> {
  // An ARN names the region of the secret.
  const region = /^arn:[^:]+:secretsmanager:([^:]+):/.exec(SecretId)?.[1] ?? environment.AWS_REGION
  if (!region) throw new ModelFault('unreachable', 'there is no AWS region to read the secret in')
  const url =
    environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ||
    `https://secretsmanager.${region}.${domainOf(region)}`
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'secretsmanager.GetSecretValue',
  }
  const call = { url, headers, body: JSON.stringify({ SecretId }) }
  const service = 'secretsmanager'
  const reply = await exchange(await signed(call, { service, region, environment }), signal).catch(
    (error: ModelFault) => {
      const message = `the key's secret cannot be read: ${error.message.replace('the language model', 'it')}`
      throw new ModelFault('unreachable', message, error)
    },
  )
  const { data } = SecretValue.safeParse(reply)
  const key = data?.SecretString.trim() ?? ''
  try {
    assertKey(key, "the key's secret")
  } catch (error) {
    throw new ModelFault('unreachable', (error as Error).message)
  }
  return key
}
