/** A route behind the authorizer; its function is `functions/<id>/handler.ts`. */
export interface KeyedRoute {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** The tool server's route: no operation, without a price, and the only one that takes a Bearer key. */
export const toolServer = { id: 'mcp', method: 'POST', path: '/mcp' } as const satisfies KeyedRoute
