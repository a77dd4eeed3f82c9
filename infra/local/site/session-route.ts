import type { IncomingMessage } from 'node:http'
import type { FileRoute } from '../file-routes.ts'
import { type Connection, isOwnersProgram } from './peer-owner.ts'

const sessionPath = '/map/session.json'

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const loopbackHosts = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i
/** Headers that proxies add. A request through a proxy does not come from this machine. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * `GET /map/session.json`: the demo key, for the server's own page in a browser of this machine. For all others it is
 * null: other machines, other sites, other names of this machine (DNS rebinding) and proxies. Any program can send the
 * headers of the page, so on Linux the server also asks the system which user runs the program; the owner's programs
 * can read the key from the home folder anyway.
 */
export class SessionRoute {
  readonly #key: () => string | undefined
  readonly #isTrusted: (connection: Connection) => Promise<boolean>

  /**
   * @param key Returns the demo key; undefined until it exists.
   * @param isTrusted Whether the program at the other end may receive it.
   */
  constructor(
    key: () => string | undefined,
    isTrusted = process.platform === 'linux' ? isOwnersProgram : async () => true,
  ) {
    this.#key = key
    this.#isTrusted = isTrusted
  }

  match(path: string): FileRoute | undefined {
    if (path !== sessionPath) return undefined
    return {
      methods: ['GET'],
      answer: async (request) => {
        const isAllowed = isOwnPage(request) && (await this.#isTrusted(request.socket))
        const key = (isAllowed && this.#key()) || null
        const headers = {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'same-origin',
        }
        return { statusCode: 200, headers, body: JSON.stringify({ key }) }
      },
    }
  }
}

function isOwnPage({ headers, socket }: IncomingMessage): boolean {
  return (
    loopbackAddresses.has(socket.remoteAddress ?? '') &&
    loopbackHosts.test(headers.host ?? '') &&
    headers['sec-fetch-site'] === 'same-origin' &&
    proxyHeaders.every((name) => headers[name] === undefined)
  )
}
