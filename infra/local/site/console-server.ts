import type { ConsoleCall } from '#console'
import { createGateway } from '../gateway.ts'
import { listen } from '../listen.ts'
import { ConsoleRoutes } from './console.ts'

/** Milliseconds that a connection may wait for an action; longer than any takes. */
const idleMs = 90_000

export interface ConsoleServerOptions {
  /** Performs an action in the deployment. */
  act(call: ConsoleCall): Promise<unknown>
  /** Port on this machine; 0 picks a free one. */
  port: number
}

/**
 * Serves the page of the console and nothing else, on this machine only.
 *
 * @returns The address with the token, for the terminal, and a function that ends the server.
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
