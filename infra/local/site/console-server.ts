import type { ConsoleCall } from '#console'
import { createGateway } from '../gateway.ts'
import { listen } from '../listen.ts'
import { ConsoleRoutes } from './console.ts'

/** Milliseconds that a connection may wait for an action: longer than any takes. */
const idleMs = 90_000

export interface ConsoleServerOptions {
  /** Does an action, elsewhere. */
  act(call: ConsoleCall): Promise<unknown>
  /** On this machine; 0 is any free one. */
  port: number
}

/**
 * Serves the page of the console and nothing else, on this machine alone.
 *
 * @returns The address with the token, for the terminal; and how it ends.
 */
export async function serveConsole({ act, port }: ConsoleServerOptions) {
  const routes = new ConsoleRoutes(act)
  const server = createGateway({
    routes: [],
    call: () => Promise.reject(new Error('there are no operations')),
    pages: {},
    site: routes,
    limits: { idleMs },
  })
  const url = await listen(server, port, '--port N')
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  return { address: `${url}/console#token=${routes.token}`, stop }
}
