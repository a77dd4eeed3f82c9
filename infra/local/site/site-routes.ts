import { referenceFiles } from '../../../web/index.ts'
import type { FileRoute } from '../file-routes.ts'
import type { ConsoleRoutes } from './console.ts'
import { MapRoutes, type MapRoutesOptions } from './map-routes.ts'
import { createExplorerPages, createFixedPages } from './page-files.ts'
import { SessionRoute } from './session-route.ts'

export interface SiteOptions extends MapRoutesOptions {
  /** Returns the demo key; undefined until it exists. */
  key(): string | undefined
  console: ConsoleRoutes
}

/**
 * Routes of the explorer, the reference, the map, the session of a browser of this machine and the console. None needs
 * an API key.
 */
export class SiteRoutes {
  readonly #routes: readonly { match(path: string): FileRoute | undefined }[]

  constructor({ key, console, ...map }: SiteOptions) {
    this.#routes = [
      new SessionRoute(key),
      new MapRoutes(map),
      createExplorerPages(),
      createFixedPages(referenceFiles),
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
