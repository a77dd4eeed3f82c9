import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { formatUsd } from '#platform/accounts'
import { logger, readIdempotencyHeader } from '#platform/api'
import { ApiError, tooManyRequests } from '#platform/errors'
import { operationEvent } from './operation-event.ts'
import type { OperationFunctions, ToolCallLimits } from './port.ts'
import {
  type AnswerBody,
  type Detail,
  details,
  isFreeTool,
  type OperationTool,
  type Tool,
  type ToolArguments,
} from './tool.ts'
import { failed, type ToolResult } from './tool-result.ts'

/** One HTTP request of a caller, in which a tool may be called. */
export interface ToolRequest {
  /** As the gateway sent it, with the authorizer's findings. */
  event: APIGatewayProxyEvent
  functions: OperationFunctions
  limits: ToolCallLimits
  /** Takes the headers of the operation's answer that belong on the HTTP answer. */
  onHeaders(headers: Record<string, string>): void
}

/**
 * Maximum bytes of a whole answer. It stands in the response once as structured content and, up to
 * {@link maxTextBytes}, as a text, whose quotes the platform escapes again: together under its 6 MB.
 */
const maxFullBytes = 2 * 1024 * 1024

/** Maximum bytes of a whole answer that is repeated as a text, for clients that read texts alone. */
const maxTextBytes = 256 * 1024

/** More characters than an idempotency key may have. */
const maxKeyCharacters = 256

/** The headers of an operation's answer that the answer of the tool server has too. */
const passedOn = [
  'x-request-id',
  'x-charged',
  'x-balance',
  'x-idempotent-replay',
  'server-timing',
  'retry-after',
]

/** Calls a tool. Never throws: what goes wrong is a result with `isError`. */
export async function callTool(
  tool: Tool,
  args: ToolArguments,
  request: ToolRequest,
): Promise<ToolResult> {
  try {
    const retryAfterSeconds = Number(
      request.event.requestContext.authorizer?.retryAfterSeconds ?? 0,
    )
    if (retryAfterSeconds > 0) throw tooManyRequests(retryAfterSeconds)
    if (!isFreeTool(tool)) return await callOperation(tool, args, request)
    const { answer, text, warnings = [] } = tool.answer(args)
    return {
      content: [{ type: 'text', text: [text, ...notesOf(warnings)].join('\n') }],
      structuredContent: withWarnings(answer, warnings),
      _meta: {
        ...(warnings.length > 0 && { 'cairn/warnings': [...warnings] }),
        'cairn/charged_usd': '0.00',
        'cairn/balance_usd': formatUsd(
          Number(request.event.requestContext.authorizer?.balance ?? 0),
        ),
      },
    }
  } catch (error) {
    if (!(error instanceof ApiError))
      logger.error('tool failed', { tool: tool.name, error: error as Error })
    if (error instanceof ApiError && error.cause)
      logger.error('tool failed', { tool: tool.name, error: error.cause as Error })
    const known = error instanceof ApiError ? error : new ApiError('internal_error')
    return failed(known.toJSON(), {})
  }
}

async function callOperation(
  tool: OperationTool,
  args: ToolArguments,
  { event, functions, limits, onHeaders }: ToolRequest,
): Promise<ToolResult> {
  // Every answer is shortened from the one with encoded shapes.
  const { detail: asked, format, ...fields } = args
  const detail = detailOf(tool, asked)
  const { operation, fields: sent, unused = [] } = tool.call(fields)
  const response = await functions.invoke(
    operation.id,
    operationEvent({ operation, fields: sent }, event),
    {
      ...limits,
      ...(detail === 'full' && { maxAnswerBytes: maxFullBytes }),
      // The operation refuses one that is too long; Lambda takes little with an invocation.
      idempotencyKey: readIdempotencyHeader(event)?.slice(0, maxKeyCharacters),
    },
  )
  onHeaders(headersOf(response))
  const meta = metaOf(response)
  const { warnings: own = [], ...body } = JSON.parse(response.body) as AnswerBody
  const ofFormat = 'ignored field "format": an answer is a text and structured content'
  const warnings = [...own, ...unused, ...(format === undefined ? [] : [ofFormat])]
  const metaWithWarnings = { ...meta, ...(warnings.length > 0 && { 'cairn/warnings': warnings }) }
  if (response.statusCode >= 300) return failed(body, metaWithWarnings, notesOf(warnings))
  return {
    ...rendered(tool, { body, json: response.body, detail, fields, warnings }),
    _meta: metaWithWarnings,
  }
}

/** Warnings as lines of a text. */
function notesOf(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `Note: ${warning}${warning.endsWith('?') ? '' : '.'}`)
}

function withWarnings(answer: object, warnings: readonly string[]): Fields {
  return { ...answer, ...(warnings.length > 0 && { warnings: [...warnings] }) }
}

interface Answered {
  body: AnswerBody
  /** The body as the operation wrote it. */
  json: string
  detail: Detail
  fields: ToolArguments
  warnings: readonly string[]
}

/** An answer that was charged is never lost: one that cannot be shortened is given whole. */
function rendered(
  tool: OperationTool,
  { body, json, detail, fields, warnings }: Answered,
): Pick<ToolResult, 'content' | 'structuredContent'> {
  const notes = notesOf(warnings)
  try {
    const answer = detail === 'full' ? body : tool.shorten(body, detail, fields)
    const text = [tool.describe(body, fields, detail), ...notes].join('\n')
    const whole = detail === 'full' ? wholeText(json) : []
    return {
      content: [{ type: 'text', text }, ...whole],
      structuredContent: withWarnings(answer, warnings),
    }
  } catch (error) {
    logger.error('answer not shortened', { tool: tool.name, error: error as Error })
    const content = [{ type: 'text' as const, text: ['The whole answer:', ...notes].join('\n') }]
    return {
      content: [...content, ...wholeText(json)],
      structuredContent: withWarnings(body, warnings),
    }
  }
}

type Fields = Record<string, unknown>

/** The whole answer as a text, or where it is instead. */
function wholeText(json: string): ToolResult['content'] {
  const isShort = Buffer.byteLength(json) <= maxTextBytes
  return [{ type: 'text', text: isShort ? json : 'The whole answer is the structured content.' }]
}

function detailOf({ details: offered, name }: OperationTool, asked: unknown): Detail {
  if (asked === undefined || asked === null) return 'compact'
  const detail = details.find((each) => each === asked && offered.includes(each))
  if (detail) return detail
  const message = `detail must be one of ${offered.join(', ')}`
  throw new ApiError('bad_request', `${message}: ${name} has no other.`, {
    fields: { details: [{ path: 'detail', message }] },
  })
}

function headersOf({ headers = {} }: APIGatewayProxyResult): Record<string, string> {
  const found = passedOn.filter((name) => headers[name] !== undefined)
  return Object.fromEntries(found.map((name) => [name, String(headers[name])]))
}

/** What a call cost and what is left, from the headers of the operation's answer. */
function metaOf({ headers = {} }: APIGatewayProxyResult): ToolResult['_meta'] {
  const text = (name: string) => (headers[name] === undefined ? undefined : String(headers[name]))
  const [charged, balance, requestId, replay] = [
    text('x-charged'),
    text('x-balance'),
    text('x-request-id'),
    text('x-idempotent-replay'),
  ]
  return {
    ...(charged !== undefined && { 'cairn/charged_usd': charged }),
    ...(balance !== undefined && { 'cairn/balance_usd': balance }),
    ...(requestId !== undefined && { 'cairn/request_id': requestId }),
    ...(replay !== undefined && { 'cairn/idempotent_replay': true }),
  }
}
