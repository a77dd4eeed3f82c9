import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { explorerPolicy, pageHeaders, type Site, type SiteFile } from '../../../web/index.ts'
import type { FileRoute } from '../file-routes.ts'
import { answerInRange } from '../range.ts'

const headers = { ...pageHeaders, 'content-security-policy': explorerPolicy }

type Files = Map<string, SiteFile & { etag: string }>

/** The page at `/` and its assets, bundled when they are first asked for. */
export class PageRoutes {
  readonly #bundle: () => Promise<Site>
  #files: Promise<Files> | undefined

  constructor(bundle: () => Promise<Site>) {
    this.#bundle = bundle
  }

  match(path: string): FileRoute | undefined {
    if (path !== '/' && !path.startsWith('/assets/')) return undefined
    return {
      methods: ['GET', 'HEAD'],
      answer: async (request) => {
        const file = (await this.#load()).get(path)
        if (!file) return { statusCode: 404, headers, body: '' }
        const { type, bytes, etag } = file
        const stream = ({ start, end }: { start: number; end: number }) =>
          Readable.from([bytes.subarray(start, end)])
        const all = { ...headers, 'content-type': type }
        return answerInRange(request, { size: bytes.length, etag, stream }, all)
      },
    }
  }

  #load(): Promise<Files> {
    this.#files ??= this.#bundle().then(({ files }) => {
      const withTags = files.map(
        (file) => [file.path, { ...file, etag: `"${hash('sha256', file.bytes)}"` }] as const,
      )
      return new Map(withTags)
    })
    // A failed bundle is tried again.
    this.#files.catch(() => {
      this.#files = undefined
    })
    return this.#files
  }
}
