import { AwsV4Signer } from 'aws4fetch'
import type { HttpCall } from './exchange.ts'
import { ModelFault } from './fault.ts'
import type { ModelEnvironment } from './settings.ts'

export interface SigningOptions {
  service: string
  region: string
  /**
   * Contains the credentials `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, as in a Lambda
   * function.
   */
  environment: ModelEnvironment
}

/** Signs a POST with AWS Signature Version 4 in its headers. */
export async function signCall(
  call: HttpCall,
  { service, region, environment }: SigningOptions,
): Promise<HttpCall> {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment
  if (!accessKeyId || !secretAccessKey) {
    throw new ModelFault('unreachable', 'there are no AWS credentials to sign with')
  }
  const sessionToken = environment.AWS_SESSION_TOKEN
  const { headers } = await new AwsV4Signer({
    ...call,
    method: 'POST',
    service,
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
  }).sign()
  return { ...call, headers: Object.fromEntries(headers) }
}
