import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface StartOptions {
  /** Region to serve. Default `demo`, which the first start builds. */
  region?: string
  /** Port on 127.0.0.1. Default: a free one. */
  port?: number
  /** Folder of data sets, keys and balances. Default: the folder of the `cairn` command. */
  home?: string
  /** Further environment variables, as `cairn start --help` lists them. */
  environment?: Readonly<Record<string, string>>
}

export interface RunningCairn {
  /** Address of the server, for example `http://127.0.0.1:40123`. */
  url: string
  /** Demo key, for the header `x-api-key`. */
  key: string
  /** Finishes the calls in flight and ends the server. */
  stop(): Promise<void>
}

/**
 * Starts the server in a process of its own, as `cairn start` does, and waits until it is ready. The server ends
 * with this process.
 *
 * @throws Error with the server's output when it ends before it is ready.
 * @example
 * import { startCairn } from 'cairn-cli'
 *
 * const cairn = await startCairn()
 * const response = await fetch(`${cairn.url}/v1/geocoding/search?text=Museum`, {
 *   headers: { 'x-api-key': cairn.key },
 * })
 * await cairn.stop()
 */
export async function startCairn(options: StartOptions = {}): Promise<RunningCairn> {
  const { region, port = 0, home, environment } = options
  const args = ['start', '--port', String(port)]
  if (region) args.push('--region', region)
  if (home) args.push('--home', home)
  const command = fileURLToPath(new URL('./cairn.mjs', import.meta.url))
  const server = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => void server.kill()
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => {
      process.off('exit', kill)
      resolve()
    })
  })

  let output = ''
  const { url, key } = await new Promise<{ url: string; key: string }>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += text
      const [, url, key] = /^Cairn serves .* at (\S+)$[\s\S]*^Demo key: (\S+)$/m.exec(output) ?? []
      if (url && key) resolve({ url, key })
    }
    server.stdout.on('data', read)
    server.stderr.on('data', read)
    server.once('error', reject)
    ended.then(() => reject(new Error(`The server ended: ${output.trim()}`)))
  })
  // Keeps reading: otherwise the server would block on a full pipe.
  for (const stream of [server.stdout, server.stderr]) stream.removeAllListeners('data').resume()
  return {
    url,
    key,
    stop: async () => {
      server.kill('SIGTERM')
      await ended
    },
  }
}
