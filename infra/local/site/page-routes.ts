import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Site, SiteFile } from '../../../web/bundle.ts'
import type { FileRoute } from '../file-routes.ts'
import { answerInRange } from '../range.ts'

/** Headers of every file of the page. */
const fixedHeaders = {
  'cache-control': 'no-cache',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

interface Loaded {
  files: Map<string, SiteFile & { etag: string }>
  policy: string
}

/** The page at `/` and its assets, bundled when they are first asked for. */
export class PageRoutes {
  readonly #bundle: () => Promise<Site>
  #site: Promise<Loaded> | undefined

  constructor(bundle: () => Promise<Site>) {
    this.#bundle = bundle
  }

  match(path: string): FileRoute | undefined {
    if (path !== '/' && !path.startsWith('/assets/')) return undefined
    return {
      methods: ['GET', 'HEAD'],
      answer: async (request) => {
        const { files, policy } = await this.#load()
        const headers = { ...fixedHeaders, 'content-security-policy': policy }
        const file = files.get(path)
        if (!file) return { statusCode: 404, headers, body: '' }
        const { type, bytes, etag } = file
        if (request.headers['if-none-match'] === etag)
          return { statusCode: 304, headers: { ...headers, etag }, body: '' }
        const stream = ({ start, end }: { start: number; end: number }) =>
          Readable.from([bytes.subarray(start, end)])
        const all = { ...headers, 'content-type': type }
        return answerInRange(request, { size: bytes.length, etag, stream }, all)
      },
    }
  }

  #load(): Promise<Loaded> {
    this.#site ??= this.#bundle().then(({ files, contentSecurityPolicy: policy }) => {
      const withTags = files.map(
        (file) => [file.path, { ...file, etag: `"${hash('sha256', file.bytes)}"` }] as const,
      )
      return { files: new Map(withTags), policy }
    })
    // A failed bundle is tried again.
    this.#site.catch(() => {
      this.#site = undefined
    })
    return this.#site
  }
}
