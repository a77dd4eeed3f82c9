import type { KeyedRoute } from '../../functions/mcp/route.ts'

/** A path and the route that it matched. */
export interface MatchedPath {
  /** Path as sent. */
  path: string
  /** Path of the route, with `{name}` for each parameter. */
  template: string
  /** Parameters, percent-encoded as in API Gateway; null when the path has none. */
  parameters: Record<string, string> | null
}

interface PathRoute {
  template: string
  segments: readonly string[]
  methods: Map<string, KeyedRoute>
}

/** Finds the keyed routes of a path by method: operations and the tool server. */
export class PathRoutes {
  readonly #literal = new Map<string, PathRoute>()
  /** Routes with parameters, ordered so that literal segments come before parameters. */
  readonly #withParameters: PathRoute[] = []

  constructor(keyed: readonly KeyedRoute[]) {
    const routes = new Map<string, PathRoute>()
    for (const each of keyed) {
      const template = each.path
      const route = routes.get(template) ?? {
        template,
        segments: template.split('/'),
        methods: new Map(),
      }
      routes.set(template, route)
      route.methods.set(each.method, each)
    }
    for (const route of routes.values()) {
      if (route.segments.some(isParameter)) this.#withParameters.push(route)
      else this.#literal.set(route.template, route)
    }
    // The first segment that differs between two templates decides their order.
    const order = ({ segments }: PathRoute) =>
      segments.map((segment) => (isParameter(segment) ? '1' : '0')).join('')
    this.#withParameters.sort((a, b) => (order(a) < order(b) ? -1 : 1))
  }

  /** Returns the routes of a path by method. A literal path takes precedence over one with parameters. */
  match(path: string): (MatchedPath & { methods: ReadonlyMap<string, KeyedRoute> }) | undefined {
    const literal = this.#literal.get(path)
    if (literal) return { ...literal, path, parameters: null }
    const sent = path.split('/')
    const route = this.#withParameters.find(({ segments }) => isMatch(segments, sent))
    if (!route) return undefined
    const parameters = route.segments.flatMap((segment, i) =>
      isParameter(segment) ? [[segment.slice(1, -1), sent[i]!]] : [],
    )
    return { ...route, path, parameters: Object.fromEntries(parameters) }
  }
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{')
}

/** Whether a path matches a template. A parameter matches any segment that is not empty. */
function isMatch(segments: readonly string[], sent: readonly string[]): boolean {
  return (
    segments.length === sent.length &&
    segments.every((segment, i) => (isParameter(segment) ? sent[i] !== '' : segment === sent[i]))
  )
}
