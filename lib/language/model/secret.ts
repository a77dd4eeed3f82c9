import * as z from 'zod'
import { postJson } from './exchange.ts'
import { ModelFault } from './fault.ts'
import { assertKey, type ModelEnvironment, selectAwsDomain } from './settings.ts'
import { signCall } from './signed.ts'

const SecretValue = z.object({ SecretString: z.string() })

/**
 * Creates a function that reads a secret's text from AWS Secrets Manager once; after a failure the next call tries
 * again. It uses the signer that Bedrock needs anyway, because the AWS SDK's client would be a tenth of a function's
 * size.
 */
export function createSecretReader(
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
  // An ARN contains the region of the secret.
  const region = /^arn:[^:]+:secretsmanager:([^:]+):/.exec(SecretId)?.[1] ?? environment.AWS_REGION
  if (!region) throw new ModelFault('unreachable', 'there is no AWS region to read the secret in')
  const url =
    environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ||
    `https://secretsmanager.${region}.${selectAwsDomain(region)}`
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': 'secretsmanager.GetSecretValue',
  }
  const call = { url, headers, body: JSON.stringify({ SecretId }) }
  const service = 'secretsmanager'
  const reply = await postJson(
    await signCall(call, { service, region, environment }),
    signal,
  ).catch((error: ModelFault) => {
    const message = `the key's secret cannot be read: ${error.message.replace('the language model', 'it')}`
    throw new ModelFault('unreachable', message, error)
  })
  const { data } = SecretValue.safeParse(reply)
  const key = data?.SecretString.trim() ?? ''
  try {
    assertKey(key, "the key's secret")
  } catch (error) {
    throw new ModelFault('unreachable', (error as Error).message)
  }
  return key
}
