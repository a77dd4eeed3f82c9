import { ModelFault } from './fault.ts'

export interface HttpCall {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** A reply is at most some hundred words; more is not read. */
const maxReplyBytes = 64 * 1024

/**
 * Posts JSON and reads the JSON of the reply, of which at most 64 KiB are held. Redirects are not followed: they
 * would take query and key elsewhere.
 *
 * @throws ModelFault `refused`, `malformed` or `unreachable`; when the signal is aborted, `unreachable`.
 */
export async function exchange(
  { url, headers, body }: HttpCall,
  signal: AbortSignal,
): Promise<unknown> {
  const response = await reach(() =>
    fetch(url, { method: 'POST', headers: { ...headers }, body, signal, redirect: 'manual' }),
  )
  if (response.status !== 200) {
    await response.body?.cancel().catch(() => {})
    const { status } = response
    const isPassing = status === 429 || status >= 500
    throw new ModelFault('refused', `the language model answered ${status}`, { isPassing })
  }
  const text = await reach(() => boundedText(response))
  try {
    return JSON.parse(text)
  } catch {
    throw new ModelFault('malformed', 'the reply of the language model is not JSON')
  }
}

async function boundedText({ body }: Response): Promise<string> {
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

/** Errors of the connection, without the address in their messages. */
async function reach<T>(work: () => Promise<T>): Promise<T> {
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
