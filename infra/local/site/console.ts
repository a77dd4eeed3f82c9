import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { readInput } from '../../../lib/api/index.ts'
import { ApiError, unavailable } from '../../../lib/errors/index.ts'
import type { FileRoute } from '../file-routes.ts'
import type { Answer } from '../write-answer.ts'
import { type ConsoleStores, consoleActions } from './console-actions.ts'
import { guardConsole } from './console-guard.ts'
import { staticPages } from './static-pages.ts'

const own = join(import.meta.dirname, 'console')
const modules = ['account', 'accounts', 'api', 'chart', 'console', 'dom', 'tables']

/** The page of the console at `/console`: it holds nothing but the means to ask. */
export const consolePages = staticPages({
  '/console': join(own, 'index.html'),
  '/console/console.css': join(own, 'console.css'),
  ...Object.fromEntries(modules.map((name) => [`/console/${name}.js`, join(own, `${name}.js`)])),
})

const actionPath = '/console/api/'
const maxBodyBytes = 16 * 1024
const maxBodyMs = 5000

/** `POST /console/api/ACTION`, for the console's page and with the token of this start alone. */
export class ConsoleRoutes {
  /** Printed at the start, to be shown to nobody else. */
  readonly token = randomBytes(24).toString('base64url')
  readonly #stores: () => Promise<ConsoleStores>

  constructor(stores: () => Promise<ConsoleStores>) {
    this.#stores = stores
  }

  match(path: string): FileRoute | undefined {
    if (!path.startsWith(actionPath)) return undefined
    const name = path.slice(actionPath.length)
    return { methods: ['POST'], answer: (request) => this.#answer(name, request) }
  }

  async #answer(name: string, request: IncomingMessage): Promise<Answer> {
    try {
      guardConsole(request, this.token)
      const action = Object.hasOwn(consoleActions, name) ? consoleActions[name] : undefined
      if (!action) throw new ApiError('not_found')
      const fields = readInput(action, await readObject(request))
      return json(200, await action.run(fields, await this.#stores()))
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : unavailable(thrown)
      return {
        ...json(error.status, error.toJSON()),
        headers: { ...jsonHeaders, connection: 'close' },
      }
    }
  }
}

async function readObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const late = setTimeout(() => request.destroy(), maxBodyMs)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxBodyBytes) throw new ApiError('payload_too_large')
      chunks.push(chunk)
    }
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      return body as Record<string, unknown>
    }
  } catch (error) {
    if (error instanceof ApiError) throw error
  } finally {
    clearTimeout(late)
  }
  throw new ApiError('bad_request', 'The body must be a JSON object.')
}

const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
}

function json(statusCode: number, body: unknown): Answer {
  return { statusCode, headers: jsonHeaders, body: JSON.stringify(body) }
}
