import { AwsV4Signer } from 'aws4fetch'
import { type ConsoleCall, isConsoleAction } from '#console'
import { ApiError, type ErrorCode, errorTable, unavailable } from '#platform/errors'
import type { DeployedConsole } from './find-console.ts'

/** Timeout of an action in milliseconds, slightly longer than its function's. */
const actionMs = 65_000

const mayBeDone = 'It may have been done: look before you do it again.'

/**
 * Performs actions of the console in a deployment. Each is one POST with AWS Signature Version 4, never repeated, since
 * a repeated top-up would count twice.
 *
 * @returns A function that returns the action's result. It throws the deployment's own ApiError, or one that explains
 * why no valid answer arrived.
 */
export function createForwarder(
  deployed: DeployedConsole,
): (call: ConsoleCall) => Promise<Record<string, unknown>> {
  return async (call) => {
    if (!isConsoleAction(call.action)) throw new ApiError('not_found')
    const { response, text } = await post(deployed, call)
    const answer = parseObject(text)
    if (response.ok && answer) return answer
    throw toApiError(response.status, answer, text)
  }
}

async function post({ url, region, credentials }: DeployedConsole, { action, body }: ConsoleCall) {
  const { accessKeyId, secretAccessKey, sessionToken } = await credentials().catch((error) => {
    throw unavailable(error, (error as Error).message)
  })
  const target = new URL(`/${action}`, url).href
  const { headers } = await new AwsV4Signer({
    method: 'POST',
    url: target,
    headers: { 'content-type': 'application/json' },
    body,
    service: 'lambda',
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
  }).sign()
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers,
      body,
      // Redirects are not followed.
      redirect: 'error',
      signal: AbortSignal.timeout(actionMs),
    })
    return { response, text: await response.text() }
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw unavailable(error, `${url.host} does not answer (${reason}). ${mayBeDone}`)
  }
}

function toApiError(
  status: number,
  answer: Record<string, unknown> | undefined,
  text: string,
): ApiError {
  const { error, message, Message, ...fields } = answer ?? {}
  if (typeof error === 'string' && Object.hasOwn(errorTable, error)) {
    return new ApiError(error as ErrorCode, String(message), { fields })
  }
  const said = String(Message ?? message ?? text.slice(0, 200)).replace(/\.$/, '')
  if (status === 403) {
    return new ApiError(
      'forbidden',
      `AWS refused the call (${said}). The credentials must be of this AWS account, not expired, and allowed ` +
        'lambda:InvokeFunctionUrl and lambda:InvokeFunction on the function of the console.',
    )
  }
  if (status === 404)
    return new ApiError('not_found', `There is no console at this address (${said}).`)
  return new ApiError(
    'service_unavailable',
    `The deployment answered ${status} (${said}). ${mayBeDone}`,
  )
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}
