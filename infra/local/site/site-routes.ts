import { referenceFiles } from '../../../web/index.ts'
import type { FileRoute } from '../file-routes.ts'
import type { ConsoleRoutes } from './console.ts'
import { MapRoutes, type MapRoutesOptions } from './map-routes.ts'
import { explorerPages, fixedPages } from './page-files.ts'
import { SessionRoute } from './session-route.ts'

export interface SiteOptions extends MapRoutesOptions {
  /** The demo key; undefined until there is one. */
  key(): string | undefined
  console: ConsoleRoutes
}

/** The explorer, the reference, the map, the session of a browser of this machine and the console: all without a key. */
export class SiteRoutes {
  readonly #routes: readonly { match(path: string): FileRoute | undefined }[]

  constructor({ key, console, ...map }: SiteOptions) {
    this.#routes = [
      new SessionRoute(key),
      new MapRoutes(map),
      explorerPages(),
      fixedPages(referenceFiles),
      console,
    ]
  }

  match(path: string): FileRoute | undefined {
    for (const routes of this.#routes) {
      const route = routes.match(path)
      if (route) return route
    }
    return undefined
  }
}
