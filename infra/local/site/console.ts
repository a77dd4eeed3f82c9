import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type ConsoleCall, consoleAnswer, maxConsoleBodyBytes, tooLarge } from '#console'
import { ApiError } from '#platform/errors'
import type { FileRoute } from '../file-routes.ts'
import type { Answer } from '../write-answer.ts'
import { guardConsole } from './console-guard.ts'
import { fixedPages } from './page-files.ts'

const own = join(import.meta.dirname, 'console')
const modules = ['account', 'accounts', 'api', 'chart', 'console', 'dom', 'tables']

/** The page of the console at `/console`: it holds nothing but the means to ask. */
const pages = fixedPages({
  '/console': join(own, 'index.html'),
  '/console/console.css': join(own, 'console.css'),
  ...Object.fromEntries(modules.map((name) => [`/console/${name}.js`, join(own, `${name}.js`)])),
})

const actionPath = '/console/api/'
const maxBodyMs = 5000

/** The console's page, and `POST /console/api/ACTION` for it, with the token of this start alone. */
export class ConsoleRoutes {
  /** Printed at the start, to be shown to nobody else. */
  readonly token = randomBytes(24).toString('base64url')
  readonly #act: (call: ConsoleCall) => Promise<unknown>

  /** @param act Does an action: on the stores of this machine, or of a deployment. */
  constructor(act: (call: ConsoleCall) => Promise<unknown>) {
    this.#act = act
  }

  match(path: string): FileRoute | undefined {
    if (!path.startsWith(actionPath)) return pages.match(path)
    const action = path.slice(actionPath.length)
    return { methods: ['POST'], answer: (request) => this.#answer(action, request) }
  }

  async #answer(action: string, request: IncomingMessage): Promise<Answer> {
    const answer = await consoleAnswer(async () => {
      guardConsole(request, this.token)
      return await this.#act({ action, body: await readText(request) })
    })
    if (answer.statusCode < 400) return answer
    // The rest of a refused body is not read.
    return { ...answer, headers: { ...answer.headers, connection: 'close' } }
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const late = setTimeout(() => request.destroy(), maxBodyMs)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length
      if (size > maxConsoleBodyBytes) throw tooLarge()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('bad_request', 'The body is incomplete.')
  } finally {
    clearTimeout(late)
  }
}
