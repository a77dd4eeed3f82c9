import { ModelFault } from './fault.ts'

export interface HttpCall {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** Maximum size of a reply. Replies have at most some hundred words. */
const maxReplyBytes = 64 * 1024

/**
 * Posts JSON and parses the JSON reply, reading at most 64 KiB. Redirects are not followed, because they would send
 * query and key elsewhere.
 *
 * @throws ModelFault `refused`, `malformed` or `unreachable`; when the signal is aborted, `unreachable`.
 */
export async function postJson(
  { url, headers, body }: HttpCall,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await runNetworkCall(() =>
    fetch(url, { method: 'POST', headers: { ...headers }, body, signal, redirect: 'manual' }),
  )
  if (response.status !== 200) {
    await response.body?.cancel().catch(() => {})
    const { status } = response
    const isPassing = status === 429 || status >= 500
    throw new ModelFault('refused', `the language model answered ${status}`, { isPassing })
  }
  const text = await runNetworkCall(() => readBoundedText(response))
  try {
    return JSON.parse(text)
  } catch {
    throw new ModelFault('malformed', 'the reply of the language model is not JSON')
  }
}

async function readBoundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxReplyBytes) {
      throw new ModelFault(
        'malformed',
        `the reply of the language model is over ${maxReplyBytes} bytes`,
      )
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Runs a network call and replaces its errors by faults whose messages do not contain the address. */
async function runNetworkCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ModelFault) throw error
    const { code } = ((error as Error).cause ?? error) as { code?: unknown }
    const detail = typeof code === 'string' ? `: ${code}` : ''
    throw new ModelFault('unreachable', `the language model cannot be reached${detail}`, {
      isPassing: true,
    })
  }
}
