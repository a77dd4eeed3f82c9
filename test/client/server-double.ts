import { CairnClient, type CairnClientOptions } from 'cairn-client'

/** A request as the client sent it. */
export interface SentRequest {
  url: string
  init: RequestInit & { headers: Record<string, string> }
}

/** Returns a client whose `fetch` answers with the answers in turn, and repeats the last one. It throws errors. */
export function clientOf(
  answers: readonly (Response | Error | ((signal: AbortSignal) => Promise<Response>))[],
  options: Partial<CairnClientOptions> = {},
): { cairn: CairnClient; sent: SentRequest[] } {
  const sent: SentRequest[] = []
  const send = async (url: unknown, init: unknown) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)]!
    sent.push({ url: String(url), init: init as SentRequest['init'] })
    if (answer instanceof Error) throw answer
    if (typeof answer === 'function') return await answer((init as RequestInit).signal!)
    return answer.clone()
  }
  const url = 'https://cairn.example'
  const cairn = new CairnClient({ url, key: 'sk_live_k', fetch: send as typeof fetch, ...options })
  return { cairn, sent }
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

export function refusal(
  status: number,
  error: string,
  headers: Record<string, string> = {},
): Response {
  return json({ error, message: 'No.' }, status, headers)
}

/** Returns the error of `fetch` in Node when no server listens. */
export function refusedConnection(): TypeError {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  })
  return new TypeError('fetch failed', { cause })
}

/** Returns the error of `fetch` in Node when the connection is lost before the answer. */
export function lostConnection(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  return new TypeError('fetch failed', { cause })
}
