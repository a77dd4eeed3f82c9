import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  buildExplorerPolicy,
  bundleSite,
  pageHeaders,
  readSiteFiles,
  type Site,
  type SiteFile,
  staticPolicy,
} from '../../../web/index.ts'
import type { FileRoute } from '../file-routes.ts'
import { answerInRange } from '../range.ts'

interface PageFilesOptions {
  /** Whether a path belongs to these pages, even if the file does not exist. */
  has(path: string): boolean
  /** Loads the files, on the first request for one of them. */
  load(): Promise<readonly SiteFile[]>
  contentSecurityPolicy: string
}

type Files = ReadonlyMap<string, SiteFile & { etag: string }>

/**
 * Files of pages, kept in memory and served whole, by range or as unchanged. A request never names a file of this
 * machine.
 */
export class PageFiles {
  readonly #options: PageFilesOptions
  readonly #headers: Readonly<Record<string, string>>
  #files: Promise<Files> | undefined

  constructor(options: PageFilesOptions) {
    this.#options = options
    const { contentSecurityPolicy } = options
    this.#headers = { ...pageHeaders, 'content-security-policy': contentSecurityPolicy }
  }

  match(path: string): FileRoute | undefined {
    if (!this.#options.has(path)) return undefined
    return {
      methods: ['GET', 'HEAD'],
      answer: async (request) => {
        const file = (await this.#load()).get(path)
        if (!file) return { statusCode: 404, headers: this.#headers, body: '' }
        const { type, bytes, etag } = file
        const stream = ({ start, end }: { start: number; end: number }) =>
          Readable.from([bytes.subarray(start, end)])
        const headers = { ...this.#headers, 'content-type': type }
        return answerInRange(request, { size: bytes.length, etag, stream }, headers)
      },
    }
  }

  #load(): Promise<Files> {
    this.#files ??= this.#options.load().then((files) => {
      const withTags = files.map(
        (file) => [file.path, { ...file, etag: `"${hash('sha256', file.bytes)}"` }] as const,
      )
      return new Map(withTags)
    })
    // A failed load is repeated on the next request.
    this.#files.catch(() => {
      this.#files = undefined
    })
    return this.#files
  }
}

/** Creates the routes of the explorer at `/` and its assets. */
export function createExplorerPages(bundle: () => Promise<Site> = bundleSite): PageFiles {
  return new PageFiles({
    has: (path) => path === '/' || path.startsWith('/assets/'),
    load: async () => (await bundle()).files,
    contentSecurityPolicy: buildExplorerPolicy(),
  })
}

/** Creates the routes of fixed files, by the paths at which they are served. */
export function createFixedPages(files: Readonly<Record<string, string>>): PageFiles {
  return new PageFiles({
    has: (path) => Object.hasOwn(files, path),
    load: () => readSiteFiles(files),
    contentSecurityPolicy: staticPolicy,
  })
}
