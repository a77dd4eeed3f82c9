import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'

export interface AwsAccess {
  region: string
  /** Returns credentials; they are renewed when they expire. */
  credentials(): Promise<{
    accessKeyId: string
    secretAccessKey: string
    sessionToken?: string | undefined
  }>
  /** Returns the base address of a service; default: AWS's. */
  endpoint?: ((service: AwsService) => string) | undefined
}

export type AwsService = 'states' | 'batch' | 'logs'

/** Thrown when AWS refuses a call. */
export class AwsRefusal extends Error {
  override readonly name = 'AwsRefusal'
  /** AWS's error code, for example `AccessDeniedException`. */
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Content types of the services' protocols: AWS JSON 1.0 and 1.1, and REST with JSON. */
const protocols = {
  states: { type: 'application/x-amz-json-1.0', target: 'AWSStepFunctions.' },
  logs: { type: 'application/x-amz-json-1.1', target: 'Logs_20140328.' },
  batch: { type: 'application/json', target: undefined },
} as const

const maxTries = 4
const callMs = 30_000

/**
 * Calls an action of a service with AWS Signature Version 4. Retries faults of the network and of the service.
 *
 * @param action Name of the action; for Batch, its path.
 * @throws AwsRefusal, or the error of the network.
 */
export async function callAws<Answer>(
  access: AwsAccess,
  { service, action, input }: { service: AwsService; action: string; input: object },
): Promise<Answer> {
  const { region, endpoint = (name: string) => `https://${name}.${region}.amazonaws.com` } = access
  const { type, target } = protocols[service]
  const url = `${endpoint(service)}/${target ? '' : action}`
  const body = JSON.stringify(input)
  for (let attempt = 1; ; attempt++) {
    const { headers } = await new AwsV4Signer({
      method: 'POST',
      url,
      body,
      service,
      region,
      ...(await access.credentials()),
      headers: { 'content-type': type, ...(target && { 'x-amz-target': target + action }) },
    } as ConstructorParameters<typeof AwsV4Signer>[0]).sign()
    try {
      const signal = AbortSignal.timeout(callMs)
      const response = await fetch(url, { method: 'POST', headers, body, signal })
      const text = await response.text()
      if (response.ok) return JSON.parse(text) as Answer
      const refusal = readRefusal(response, text)
      if (response.status < 500 && !/throttl|toomany/i.test(refusal.code)) throw refusal
      if (attempt === maxTries) throw refusal
    } catch (error) {
      if (error instanceof AwsRefusal || attempt === maxTries) throw error
    }
    await sleep(250 * 2 ** attempt)
  }
}

function readRefusal(response: Response, text: string): AwsRefusal {
  let answer: { __type?: string; message?: string; Message?: string } = {}
  try {
    answer = JSON.parse(text)
  } catch {}
  const named = answer.__type ?? response.headers.get('x-amzn-errortype') ?? `${response.status}`
  const code = named.split('#').at(-1)!.split(':')[0]!
  return new AwsRefusal(code, answer.message ?? answer.Message ?? text.slice(0, 200))
}
