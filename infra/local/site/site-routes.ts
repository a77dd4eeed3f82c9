import { bundleSite } from '../../../web/index.ts'
import type { FileRoute } from '../file-routes.ts'
import type { ConsoleRoutes } from './console.ts'
import { MapRoutes, type MapRoutesOptions } from './map-routes.ts'
import { PageRoutes } from './page-routes.ts'
import { SessionRoute } from './session-route.ts'

export interface SiteOptions extends MapRoutesOptions {
  /** The demo key; undefined until there is one. */
  key(): string | undefined
  console: ConsoleRoutes
}

/** The explorer page, the map, the session of a browser of this machine and the calls of the console: all without a key. */
export class SiteRoutes {
  readonly #routes: readonly { match(path: string): FileRoute | undefined }[]

  constructor({ key, console, ...map }: SiteOptions) {
    this.#routes = [new SessionRoute(key), new MapRoutes(map), new PageRoutes(bundleSite), console]
  }

  match(path: string): FileRoute | undefined {
    for (const routes of this.#routes) {
      const route = routes.match(path)
      if (route) return route
    }
    return undefined
  }
}
