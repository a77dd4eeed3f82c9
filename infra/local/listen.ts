import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Listens on a port of this machine only; 0 picks a free one.
 *
 * @param remedy Option that chooses another port, for the error message.
 * @returns The address, without a trailing slash.
 */
export function listen(server: Server, port: number, remedy: string): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(taken ? new Error(`Port ${port} is taken; choose another with ${remedy}.`) : error)
    })
    server.listen(port, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    )
  })
}
