import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { answerConsoleCall, type ConsoleCall, maxConsoleBodyBytes, tooLarge } from '#console'
import { ApiError } from '#platform/errors'
import type { FileRoute } from '../file-routes.ts'
import type { Answer } from '../write-answer.ts'
import { guardConsole } from './console-guard.ts'
import { createFixedPages } from './page-files.ts'

const own = join(import.meta.dirname, 'console')
const modules = ['account', 'accounts', 'api', 'chart', 'console', 'dom', 'tables']

/** The page of the console at `/console`. It contains no data, only the code that requests it. */
const pages = createFixedPages({
  '/console': join(own, 'index.html'),
  '/console/console.css': join(own, 'console.css'),
  ...Object.fromEntries(modules.map((name) => [`/console/${name}.js`, join(own, `${name}.js`)])),
})

const actionPath = '/console/api/'
const maxBodyMs = 5000

/** Routes of the console's page, and `POST /console/api/ACTION` for it, which requires the token of this start. */
export class ConsoleRoutes {
  /** Token that is printed at the start and must be kept secret. */
  readonly token = randomBytes(24).toString('base64url')
  readonly #act: (call: ConsoleCall) => Promise<unknown>

  /** @param act Performs an action: on the stores of this machine, or of a deployment. */
  constructor(act: (call: ConsoleCall) => Promise<unknown>) {
    this.#act = act
  }

  match(path: string): FileRoute | undefined {
    if (!path.startsWith(actionPath)) return pages.match(path)
    const action = path.slice(actionPath.length)
    return { methods: ['POST'], answer: (request) => this.#answer(action, request) }
  }

  async #answer(action: string, request: IncomingMessage): Promise<Answer> {
    const answer = await answerConsoleCall(async () => {
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
