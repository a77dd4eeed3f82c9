import type { IncomingMessage } from 'node:http'
import type { FileRoute } from '../file-routes.ts'

const sessionPath = '/map/session.json'

const loopbackAddresses = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const loopbackHosts = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i
/** Headers of a proxy: somebody behind one is not at this machine. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * `GET /map/session.json`: the demo key, for the server's own page in a browser of this machine. To everybody
 * else it is null: to other machines, other sites, other names of this machine (DNS rebinding) and proxies.
 */
export class SessionRoute {
  readonly #key: () => string | undefined

  /** @param key The demo key; undefined until there is one. */
  constructor(key: () => string | undefined) {
    this.#key = key
  }

  match(path: string): FileRoute | undefined {
    if (path !== sessionPath) return undefined
    return {
      methods: ['GET'],
      answer: async (request) => {
        const key = (isOwnPage(request) && this.#key()) || null
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
