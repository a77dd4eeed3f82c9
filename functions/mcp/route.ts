/** A route behind the authorizer; its function is `functions/<id>/handler.ts`. */
export interface KeyedRoute {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** Route of the tool server: not an operation, free, and the only route that accepts a Bearer key. */
export const toolServer = { id: 'mcp', method: 'POST', path: '/mcp' } as const satisfies KeyedRoute
