import type { IncomingMessage } from 'node:http'
import { ApiError, unavailable } from '#platform/errors'
import { downloadPath, type PresignedLocalStorage, uploadPath } from '#platform/storage'
import { answerDownload } from './download.ts'
import { receiveUpload } from './upload.ts'
import { type Answer, closing } from './write-answer.ts'

export interface FileRoutesOptions {
  storage: PresignedLocalStorage
  /** Whether a signed key is still awaited. Default: all are. */
  takesUpload?(key: string): Promise<boolean>
  /** Called when an upload is stored, before it is answered. */
  onUpload?(key: string): void
  /** Milliseconds within which an upload must send at least 64 kB. */
  windowMs: number
}

/** Methods of an upload or download path, and its handler. */
export interface FileRoute {
  methods: string[]
  answer(request: IncomingMessage, query: ReadonlyMap<string, string>): Promise<Answer>
}

/** Maximum uploads at once. Each holds a connection and a file open until its bytes have arrived. */
const maxUploads = 32

/**
 * `POST /uploads` and `GET /downloads/KEY`, for callers with a form or URL that this home has signed. Only signed keys
 * are read or written.
 */
export class FileRoutes {
  readonly #options: FileRoutesOptions
  #uploads = 0
  /** Keys of uploads in progress. */
  readonly #arriving = new Set<string>()

  constructor(options: FileRoutesOptions) {
    this.#options = options
  }

  match(path: string): FileRoute | undefined {
    if (path === uploadPath) {
      return {
        methods: ['POST'],
        answer: (request) => this.#answer(() => this.#upload(request)),
      }
    }
    if (!path.startsWith(downloadPath)) return undefined
    const { storage } = this.#options
    return {
      methods: ['GET', 'HEAD'],
      answer: (request, query) =>
        this.#answer(() =>
          answerDownload(storage, { path: path.slice(downloadPath.length), query, request }),
        ),
    }
  }

  async #upload(request: IncomingMessage): Promise<Answer> {
    const { storage, onUpload, windowMs } = this.#options
    const refusal =
      this.#uploads < maxUploads
        ? undefined
        : unavailable(new Error('too many uploads'), 'Too many uploads at once. Please try again.')
    this.#uploads++
    let arriving: string | undefined
    const accept = async (key: string) => {
      // A key only ever receives one upload at a time.
      if (this.#arriving.has(key))
        throw new ApiError('too_many_requests', 'A file for this job is arriving already.')
      this.#arriving.add(key)
      arriving = key
      if (!(await (this.#options.takesUpload?.(key) ?? true)))
        throw new ApiError('forbidden', 'The job takes no file any more: create another job.')
    }
    try {
      const { key, etag } = await receiveUpload(request, { storage, windowMs, refusal, accept })
      onUpload?.(key)
      return { statusCode: 204, headers: { etag }, body: '' }
    } finally {
      this.#uploads--
      if (arriving !== undefined) this.#arriving.delete(arriving)
    }
  }

  async #answer(work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return {
        statusCode: error.status,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...error.headers,
          // The rest of a refused upload is not read.
          ...closing,
        },
        body: JSON.stringify(error.toJSON()),
      }
    }
  }
}
