import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { ApiError } from '#platform/errors'

/** Headers that proxies add. A request through a proxy does not come from this machine. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Admits only the console's own page, with the token printed at the start. Throws for programs without the token, other
 * sites, other names of this machine (DNS rebinding) and proxies.
 *
 * @throws ApiError `forbidden`, `unsupported_media_type` or `unauthorized`.
 */
export function guardConsole({ headers, socket }: IncomingMessage, token: string): void {
  const port = socket.localPort
  const host = headers.host?.toLowerCase() ?? ''
  const isLoopback = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`].includes(host)
  const site = headers['sec-fetch-site']
  const isOwnPage =
    headers.origin === `http://${host}` && (site === undefined || site === 'same-origin')
  if (!isLoopback || !isOwnPage || proxyHeaders.some((name) => name in headers)) {
    throw new ApiError('forbidden', 'The console answers only its own page on this machine.')
  }
  if (headers['content-type'] !== 'application/json') {
    throw new ApiError('unsupported_media_type')
  }
  if (!isToken(headers.authorization, token)) {
    throw new ApiError('unauthorized', 'The token is not that of this start of the server.')
  }
}

function isToken(header: string | undefined, token: string): boolean {
  const sent = Buffer.from(header ?? '')
  const wanted = Buffer.from(`Bearer ${token}`)
  return sent.length === wanted.length && timingSafeEqual(sent, wanted)
}
