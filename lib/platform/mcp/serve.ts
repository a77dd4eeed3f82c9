import {
  createMcpHandler,
  isLegacyRequest,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { logger } from '#platform/api'
import { ApiError } from '#platform/errors'
import { callTool, type ToolRequest } from './call-tool.ts'
import type { ToolResource } from './resource.ts'
import { details, isFreeTool, type Tool, type ToolArguments } from './tool.ts'
import { quoteText } from './words.ts'

export interface ToolServerOptions {
  info: { name: string; title: string; version: string }
  /** Instructions for assistants about the server as a whole. */
  instructions: string
  tools: readonly Tool[]
  resources: readonly ToolResource[]
}

/** Answers one HTTP request with a parsed body. */
export type Serve = ((request: Request, body: unknown, call: ToolRequest) => Promise<Response>) & {
  /** Makes the list of tools in advance of the first request for it. */
  warm(): void
}

/**
 * Maximum time that clients may cache the lists, which change with a deployment, and the resources of the region, ms.
 */
const listTtlMs = 3_600_000
const resourceTtlMs = 60_000

/** The server sends its clients no requests, so it never validates their answers. */
const noValidator = {
  getValidator: () => () => {
    throw new Error('nothing is asked of clients')
  },
}

/**
 * Makes the server of tools and resources, for protocol revision 2026-07-28 and for older ones, which begin with
 * `initialize`. There are no sessions: each request has a server of its own. Every answer is one JSON body, because
 * nothing is sent before the result and subscriptions are refused.
 */
export function serveTools(options: ToolServerOptions): Serve {
  const byName = new Map(options.tools.map((tool) => [tool.name, tool]))
  let listed: ListedTool[] | undefined
  const list = () => {
    listed ??= options.tools.map(describeTool)
    return listed
  }
  const serverFor = (call: ToolRequest): Server => {
    const server = new Server(options.info, {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        prompts: { listChanged: false },
        // The server offers no completions and sends no logs, but requests for them are answered properly.
        completions: {},
        logging: {},
      },
      instructions: options.instructions,
      jsonSchemaValidator: noValidator,
      cacheHints: {
        'tools/list': { ttlMs: listTtlMs, cacheScope: 'public' },
        'resources/list': { ttlMs: listTtlMs, cacheScope: 'public' },
        'resources/templates/list': { ttlMs: listTtlMs, cacheScope: 'public' },
        'prompts/list': { ttlMs: listTtlMs, cacheScope: 'public' },
        'server/discover': { ttlMs: listTtlMs, cacheScope: 'public' },
        'resources/read': { ttlMs: resourceTtlMs, cacheScope: 'public' },
      },
    })
    server.setRequestHandler('tools/list', () => ({ tools: list() }))
    server.setRequestHandler('tools/call', async ({ params }) => {
      const tool = byName.get(params.name)
      if (!tool) {
        const names = [...byName.keys()].join(', ')
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `There is no tool ${quoteText(String(params.name))}; there are: ${names}.`,
        )
      }
      return await callTool(tool, (params.arguments ?? {}) as ToolArguments, call)
    })
    server.setRequestHandler('completion/complete', () => ({
      completion: { values: [], total: 0, hasMore: false },
    }))
    server.setRequestHandler('prompts/list', () => ({ prompts: [] }))
    server.setRequestHandler('prompts/get', ({ params }) => {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no prompt ${quoteText(String(params.name))}.`,
      )
    })
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
    server.setRequestHandler('resources/list', () => ({
      resources: options.resources.map(({ read: _, ...resource }) => resource),
    }))
    server.setRequestHandler('resources/read', async ({ params }) => {
      const resource = options.resources.find(({ uri }) => uri === params.uri)
      if (!resource) throw new ResourceNotFoundError(params.uri)
      const { uri, mimeType } = resource
      return { contents: [{ uri, mimeType, text: await readResource(resource) }] }
    })
    return server
  }
  const serve = async (request: Request, body: unknown, call: ToolRequest): Promise<Response> => {
    if (await isLegacyRequest(request, body))
      return await serveLegacy(serverFor(call), request, body)
    const handler = createMcpHandler(() => serverFor(call), {
      legacy: 'reject',
      maxSubscriptions: 0,
      onerror: report,
    })
    return await handler.fetch(request, { parsedBody: body })
  }
  return Object.assign(serve, { warm: () => void list() })
}

/** Serves the revisions before 2026-07-28, without sessions, and with JSON instead of an event stream. */
async function serveLegacy(server: Server, request: Request, body: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await transport.handleRequest(request, { parsedBody: body })
  } finally {
    await server.close()
  }
}

async function readResource({ uri, read }: ToolResource): Promise<string> {
  try {
    return await read()
  } catch (error) {
    logger.error('resource not read', { uri, error: error as Error })
    const { message } = error instanceof ApiError ? error : new ApiError('internal_error')
    throw new ProtocolError(ProtocolErrorCode.InternalError, message)
  }
}

function report(error: Error): void {
  logger.info('tool request refused', { reason: error.message.slice(0, 200) })
}

/** Describes a tool as in the answer to `tools/list`. */
export function describeTool(tool: Tool): ListedTool {
  const { name, title, description, openWorld = false } = tool
  const input = tool.input()
  const offered = isFreeTool(tool) ? [] : tool.details
  const detail = { type: 'string', enum: details.filter((each) => offered.includes(each)) }
  const properties = { ...input.properties, ...(offered.length > 0 && { detail }) }
  return {
    name,
    title,
    description,
    inputSchema: { ...input, type: 'object', properties } as ListedTool['inputSchema'],
    outputSchema: tool.output() as ListedTool['outputSchema'],
    annotations: { title, readOnlyHint: true, idempotentHint: true, openWorldHint: openWorld },
  }
}
