import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { KeyedRoute } from '../../functions/mcp/route.ts'
import { BodyMemory } from './body-memory.ts'
import { toEvent } from './event.ts'
import { type FileRoute, FileRoutes, type FileRoutesOptions } from './file-routes.ts'
import { renderGatewayResponse } from './invoke.ts'
import { OpenRequests } from './open-requests.ts'
import { type MatchedPath, PathRoutes } from './path-routes.ts'
import { isDeclaredTooLarge, readBody } from './read-body.ts'
import {
  answerTo,
  bodyTooLarge,
  checkHead,
  malformedQuery,
  unknownExpectation,
} from './refusals.ts'
import { maskPath, parseParameters, splitTarget } from './request-target.ts'
import { type Answer, closing, refuseRaw, withHeader, write } from './write-answer.ts'

export interface GatewayLimits {
  /** Milliseconds that a request may take to arrive in full. */
  requestMs: number
  /** Milliseconds that a connection may be silent; longer than any call. */
  idleMs: number
  /** Milliseconds between checks for late requests. */
  checkMs: number
  /** Bytes of large request bodies in memory at once. */
  bodyMemoryBytes: number
  /** Milliseconds that a body waits for room in that memory. */
  bodyWaitMs: number
}

const defaults: GatewayLimits = {
  requestMs: 30_000,
  idleMs: 60_000,
  checkMs: 1000,
  bodyMemoryBytes: 32 * 1024 * 1024,
  bodyWaitMs: 10_000,
}

export interface GatewayOptions {
  /** Routes of the operations and the tool server. */
  routes: readonly KeyedRoute[]
  /** Runs the authorizer and the function of the route with this id. `hungUp` is aborted when the caller hangs up. */
  call(
    id: string,
    event: APIGatewayProxyEvent,
    caller: { body: Buffer; hungUp: AbortSignal },
  ): Promise<APIGatewayProxyResult>
  /** GET pages that need no key, by path. */
  pages: Record<string, (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>>
  /** Storage of presigned uploads and downloads. Without it, these routes do not exist. */
  files?: Omit<FileRoutesOptions, 'windowMs'>
  /** The map and the pages of the site, which need no key. */
  site?: { match(path: string): FileRoute | undefined }
  /** Called for each answer, to log it in the terminal. `path` excludes the query and masks keys. */
  onAnswer?(line: { method: string; path: string; status: number; milliseconds: number }): void
  limits?: Partial<GatewayLimits>
}

/** Creates a local API Gateway with the same routes, events and refusals. */
export function createGateway(options: GatewayOptions): Server {
  const limits = { ...defaults, ...options.limits }
  const memory = new BodyMemory(limits.bodyMemoryBytes)
  const routes = new PathRoutes(options.routes)
  const files = options.files && new FileRoutes({ ...options.files, windowMs: limits.requestMs })
  const open = new OpenRequests()

  const answer = async (exchange: Exchange, hungUp: AbortSignal): Promise<Answer> => {
    const { request } = exchange
    const requestId = randomUUID()
    const target = splitTarget(request)
    const refusal = checkHead(request, target)
    if (refusal) return answerTo(refusal, requestId, closing)
    if (exchange.expects === 'unknown') return answerTo(unknownExpectation, requestId, closing)
    const parameters = parseParameters(target.query)
    if (!parameters) return answerTo(malformedQuery, requestId)

    const { path } = target
    const method = request.method ?? 'GET'
    const page = Object.hasOwn(options.pages, path) ? options.pages[path] : undefined
    const file = files?.match(path) ?? options.site?.match(path)
    const route = page ? undefined : routes.match(path)
    const methods = route?.methods
    const allowed = page ? ['GET', 'HEAD'] : (file?.methods ?? [...(methods?.keys() ?? [])])
    if (allowed.length === 0) return renderGatewayResponse('RESOURCE_NOT_FOUND', { requestId })
    if (!allowed.includes(method)) return refuseMethod(requestId, allowed)
    if (file) return await answerFile(file, exchange, new Map(parameters), requestId)
    const matched: MatchedPath = route ?? { path, template: path, parameters: null }
    const event = toEvent(request, matched, parameters, requestId)
    if (page) return withHeader(await page(event), 'x-request-id', requestId)

    if (exchange.expects === 'continue') {
      if (isDeclaredTooLarge(request)) return answerTo(bodyTooLarge, requestId, closing)
      exchange.response.writeContinue()
      exchange.expects = undefined
    }
    const body = await readBody(request, { memory, maxWaitMs: limits.bodyWaitMs })
    if (body === 'too large') return answerTo(bodyTooLarge, requestId, closing)
    if (body === 'no room')
      return renderGatewayResponse('INTEGRATION_FAILURE', { requestId }, closing)
    try {
      return await options.call(methods!.get(method)!.id, event, { body: body.bytes, hungUp })
    } finally {
      body.release()
    }
  }

  const answerFile = async (
    file: FileRoute,
    { request, response, expects }: Exchange,
    query: ReadonlyMap<string, string>,
    requestId: string,
  ): Promise<Answer> => {
    if (expects === 'continue') response.writeContinue()
    // An upload may take any time while bytes keep arriving; its route checks that.
    const arrived = open.exempt(request)
    try {
      return withHeader(await file.answer(request, query), 'x-request-id', requestId)
    } finally {
      arrived()
    }
  }

  const handle = (exchange: Exchange) => {
    const { request, response } = exchange
    const startedAt = performance.now()
    const hungUp = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) hungUp.abort()
    })
    open.add(request, response)
    const report = (status: number) =>
      options.onAnswer?.({
        method: request.method ?? '',
        path: maskPath(splitTarget(request)),
        status,
        milliseconds: performance.now() - startedAt,
      })
    answer(exchange, hungUp.signal)
      .catch(() => renderGatewayResponse('DEFAULT_5XX', { requestId: randomUUID() }))
      .then((result) => {
        // The caller has hung up, or was refused because of its body.
        if (!request.socket.writable) return
        // A stopping server keeps no connection open.
        const isLast = !server.listening || open.isLast(request.socket)
        report(write(response, isLast ? withHeader(result, 'connection', 'close') : result))
      })
  }

  const server = createServer(
    {
      keepAliveTimeout: limits.idleMs,
      headersTimeout: limits.requestMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
      // `checkHead` checks it and sends an answer.
      requireHostHeader: false,
    },
    (request, response) => handle({ request, response }),
  )
  server.setTimeout(limits.idleMs)
  server.on('checkContinue', (request, response) =>
    handle({ request, response, expects: 'continue' }),
  )
  server.on('checkExpectation', (request, response) =>
    handle({ request, response, expects: 'unknown' }),
  )
  server.on('connect', (_request, socket) => refuseRaw(socket, 'HPE_INVALID_METHOD'))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && open.isExempt(socket)) return
    // The client would mistake the answer for the one to an earlier request.
    if (open.hasComplete(socket)) open.closeAfterLast(socket)
    else refuseRaw(socket, error.code)
  })
  return server
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** Unmet expectation of the header `expect`. */
  expects?: 'continue' | 'unknown' | undefined
}

function refuseMethod(requestId: string, allowed: string[]): APIGatewayProxyResult {
  return renderGatewayResponse('METHOD_NOT_ALLOWED', { requestId }, { allow: allowed.join(', ') })
}
