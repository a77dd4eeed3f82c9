import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { formatUsd } from '#platform/accounts'
import { logger, readIdempotencyHeader } from '#platform/api'
import { ApiError, tooManyRequests } from '#platform/errors'
import { makeOperationEvent } from './operation-event.ts'
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
import { type ToolResult, toToolError } from './tool-result.ts'

/** One HTTP request of a caller, which may call a tool. */
export interface ToolRequest {
  /** Event as sent by the gateway, with the caller that the authorizer identified. */
  event: APIGatewayProxyEvent
  functions: OperationFunctions
  limits: ToolCallLimits
  /** Receives the headers of the operation's answer that belong on the HTTP answer. */
  onHeaders(headers: Record<string, string>): void
}

/**
 * Maximum bytes of a whole answer. The response contains it once as structured content and, up to {@link
 * maxTextBytes}, as text, whose quotes the platform escapes again. Together they stay under the platform's 6 MB.
 */
const maxFullBytes = 2 * 1024 * 1024

/** Maximum bytes of a whole answer that is repeated as text, for clients that only read texts. */
const maxTextBytes = 256 * 1024

/** Characters of an idempotency key that are passed on: one more than an operation accepts. */
const maxKeyCharacters = 256

/** Headers that the tool server copies from the operation's answer to its own. */
const passedOn = [
  'x-request-id',
  'x-charged',
  'x-balance',
  'x-idempotent-replay',
  'server-timing',
  'retry-after',
]

/** Calls a tool. Never throws: a failure is a result with `isError`. */
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
      content: [{ type: 'text', text: [text, ...formatNotes(warnings)].join('\n') }],
      structuredContent: addWarnings(answer, warnings),
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
    return toToolError(known.toJSON(), {})
  }
}

async function callOperation(
  tool: OperationTool,
  args: ToolArguments,
  { event, functions, limits, onHeaders }: ToolRequest,
): Promise<ToolResult> {
  // Every answer is shortened from the format with encoded shapes.
  const { detail: asked, format, ...fields } = args
  const detail = parseDetail(tool, asked)
  const { operation, fields: sent, unused = [] } = tool.call(fields)
  const response = await functions.invoke(
    operation.id,
    makeOperationEvent({ operation, fields: sent }, event),
    {
      ...limits,
      ...(detail === 'full' && { maxAnswerBytes: maxFullBytes }),
      // The operation refuses a key that is too long; Lambda accepts little data with an invocation.
      idempotencyKey: readIdempotencyHeader(event)?.slice(0, maxKeyCharacters),
    },
  )
  onHeaders(pickHeaders(response))
  const meta = readMeta(response)
  const { warnings: own = [], ...body } = JSON.parse(response.body) as AnswerBody
  const ofFormat = 'ignored field "format": an answer is a text and structured content'
  const warnings = [...own, ...unused, ...(format === undefined ? [] : [ofFormat])]
  const metaWithWarnings = { ...meta, ...(warnings.length > 0 && { 'cairn/warnings': warnings }) }
  if (response.statusCode >= 300) return toToolError(body, metaWithWarnings, formatNotes(warnings))
  return {
    ...renderAnswer(tool, { body, json: response.body, detail, fields, warnings }),
    _meta: metaWithWarnings,
  }
}

/** Formats warnings as lines of a text. */
function formatNotes(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `Note: ${warning}${warning.endsWith('?') ? '' : '.'}`)
}

function addWarnings(answer: object, warnings: readonly string[]): Fields {
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

/** Renders an answer. A charged answer is never lost: if it cannot be shortened, it is returned whole. */
function renderAnswer(
  tool: OperationTool,
  { body, json, detail, fields, warnings }: Answered,
): Pick<ToolResult, 'content' | 'structuredContent'> {
  const notes = formatNotes(warnings)
  try {
    const answer = detail === 'full' ? body : tool.shorten(body, detail, fields)
    const text = [tool.describe(body, fields, detail), ...notes].join('\n')
    const whole = detail === 'full' ? renderWhole(json) : []
    return {
      content: [{ type: 'text', text }, ...whole],
      structuredContent: addWarnings(answer, warnings),
    }
  } catch (error) {
    logger.error('answer not shortened', { tool: tool.name, error: error as Error })
    const content = [{ type: 'text' as const, text: ['The whole answer:', ...notes].join('\n') }]
    return {
      content: [...content, ...renderWhole(json)],
      structuredContent: addWarnings(body, warnings),
    }
  }
}

type Fields = Record<string, unknown>

/** Returns the whole answer as a text, or a note on where to find it. */
function renderWhole(json: string): ToolResult['content'] {
  const isShort = Buffer.byteLength(json) <= maxTextBytes
  return [{ type: 'text', text: isShort ? json : 'The whole answer is the structured content.' }]
}

function parseDetail({ details: offered, name }: OperationTool, asked: unknown): Detail {
  if (asked === undefined || asked === null) return 'compact'
  const detail = details.find((each) => each === asked && offered.includes(each))
  if (detail) return detail
  const message = `detail must be one of ${offered.join(', ')}`
  throw new ApiError('bad_request', `${message}: ${name} has no other.`, {
    fields: { details: [{ path: 'detail', message }] },
  })
}

function pickHeaders({ headers = {} }: APIGatewayProxyResult): Record<string, string> {
  const found = passedOn.filter((name) => headers[name] !== undefined)
  return Object.fromEntries(found.map((name) => [name, String(headers[name])]))
}

/** Reads the price of a call and the remaining balance from the headers of the operation's answer. */
function readMeta({ headers = {} }: APIGatewayProxyResult): ToolResult['_meta'] {
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
