import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { Operation } from '../../lib/api/index.ts'
import { toEvent } from './event.ts'
import { gatewayResponse } from './invoke.ts'

/** Bytes of request body a synchronous invocation can carry. */
const maxBodyBytes = 6 * 1024 * 1024
/** Bytes of a body that is too large that are read before the connection is cut. */
const maxDrainedBytes = 64 * 1024 * 1024
/** Longer than the pools of usual clients, so that they, not the server, let go of a connection first. */
const keepAliveMs = 65_000

export interface GatewayOptions {
  operations: readonly Operation[]
  /** Runs the authorizer and the function of an operation; `gone` is aborted when the caller hangs up. */
  call(
    operation: string,
    event: APIGatewayProxyEvent,
    gone: AbortSignal,
  ): Promise<APIGatewayProxyResult>
  /** GET pages that need no key, by path. */
  pages: Record<string, (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>>
  /** Told of each answer, for the terminal. */
  onAnswer?(line: { method: string; path: string; status: number; milliseconds: number }): void
}

/** The local stand-in for API Gateway: routes as deployed, events as sent, the same refusals. */
export function createGateway(options: GatewayOptions): Server {
  const methodsByPath = new Map<string, Map<string, Operation>>()
  for (const operation of options.operations) {
    const methods = methodsByPath.get(operation.path) ?? new Map()
    methodsByPath.set(operation.path, methods.set(operation.method, operation))
  }

  const answer = async (
    request: IncomingMessage,
    gone: AbortSignal,
  ): Promise<APIGatewayProxyResult> => {
    const requestId = randomUUID()
    const url = URL.parse(request.url ?? '/', 'http://localhost')
    const method = request.method ?? 'GET'
    const page = url && options.pages[url.pathname]
    const methods = url && methodsByPath.get(url.pathname)
    const allowed = page ? ['GET', 'HEAD'] : [...(methods?.keys() ?? [])]
    if (!url || allowed.length === 0) return gatewayResponse('RESOURCE_NOT_FOUND', { requestId })
    if (!allowed.includes(method)) return methodNotAllowed(requestId, allowed)
    if (page) {
      const event = toEvent(request, url, null, requestId)
      return withHeader(await page(event), 'x-request-id', requestId)
    }

    const body = await readBody(request)
    if (body === undefined) {
      return gatewayResponse('REQUEST_TOO_LARGE', { requestId }, { connection: 'close' })
    }
    const event = toEvent(request, url, body || null, requestId)
    return options.call(methods!.get(method)!.id, event, gone)
  }

  const server = createServer({ keepAliveTimeout: keepAliveMs }, (request, response) => {
    const startedAt = performance.now()
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    answer(request, gone.signal)
      .catch(() => gatewayResponse('DEFAULT_5XX', { requestId: randomUUID() }))
      .then((result) => {
        // A server that is stopping keeps no connection.
        write(response, server.listening ? result : withHeader(result, 'connection', 'close'))
        options.onAnswer?.({
          method: request.method ?? '',
          path: request.url ?? '',
          status: result.statusCode,
          milliseconds: performance.now() - startedAt,
        })
      })
  })
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return
    const { statusCode, headers, body } = gatewayResponse('DEFAULT_4XX', {
      requestId: randomUUID(),
    })
    const lines = Object.entries({ ...headers, connection: 'close' }).map(([k, v]) => `${k}: ${v}`)
    socket.end(`HTTP/1.1 ${statusCode} Bad Request\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
  })
  return server
}

/**
 * The body as text, or `undefined` when it is larger than the platform carries. What is too much is
 * still read, up to a bound, because a client that is cut off while sending never sees the answer.
 */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size <= maxBodyBytes) chunks.push(chunk)
    else if (size > maxDrainedBytes) break
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString('utf8')
}

function write(response: ServerResponse, result: APIGatewayProxyResult): void {
  const body = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8')
  response.writeHead(result.statusCode, {
    ...(result.headers as Record<string, string>),
    'content-length': body.length,
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

function methodNotAllowed(requestId: string, allowed: string[]): APIGatewayProxyResult {
  return gatewayResponse('METHOD_NOT_ALLOWED', { requestId }, { allow: allowed.join(', ') })
}

function withHeader(result: APIGatewayProxyResult, name: string, value: string) {
  return { ...result, headers: { ...result.headers, [name]: value } }
}
