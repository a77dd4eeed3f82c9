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
import { quoted } from './words.ts'

export interface ToolServerOptions {
  info: { name: string; title: string; version: string }
  /** What an assistant is told of the server as a whole. */
  instructions: string
  tools: readonly Tool[]
  resources: readonly ToolResource[]
}

/** Answers one HTTP request whose body is parsed. */
export type Serve = ((request: Request, body: unknown, call: ToolRequest) => Promise<Response>) & {
  /** Makes the list of tools ahead of the first request for it. */
  warm(): void
}

/** Milliseconds that clients may keep the lists, which change with a deployment, and what is read of the region. */
const listTtlMs = 3_600_000
const resourceTtlMs = 60_000

/** The server asks its clients nothing, so no answer of theirs is ever validated. */
const noValidator = {
  getValidator: () => () => {
    throw new Error('nothing is asked of clients')
  },
}

/**
 * Makes the server of tools and resources, for protocol revision 2026-07-28 and for those that are opened by
 * `initialize`. It keeps no session: each request has a server of its own, and every answer is one JSON body, since
 * nothing is sent before the result and subscriptions are refused.
 */
export function serveTools(options: ToolServerOptions): Serve {
  const byName = new Map(options.tools.map((tool) => [tool.name, tool]))
  let listed: ListedTool[] | undefined
  const list = () => {
    listed ??= options.tools.map(listedTool)
    return listed
  }
  const serverFor = (call: ToolRequest): Server => {
    const server = new Server(options.info, {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false, subscribe: false },
        prompts: { listChanged: false },
        // Nothing has completions and nothing is logged to clients, but who asks gets a proper answer.
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
          `There is no tool ${quoted(String(params.name))}; there are: ${names}.`,
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
        `There is no prompt ${quoted(String(params.name))}.`,
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

/** The revisions before 2026-07-28, without a session, and with JSON in place of an event stream. */
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

/** A tool as `tools/list` has it. */
export function listedTool(tool: Tool): ListedTool {
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
