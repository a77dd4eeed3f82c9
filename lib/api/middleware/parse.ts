import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as z from 'zod'
import { ApiError } from '../../errors/index.ts'
import type { ApiMiddleware, Call, Format } from '../call.ts'
import { installErrorMessages } from '../error-messages.ts'
import { hasBody, type Operation } from '../operation.ts'
import { pathParameterNames } from '../path-parameters.ts'

installErrorMessages()

/** Reads and validates the request into `call.input`. */
export function parse(): ApiMiddleware {
  return {
    before: ({ event, context: { call } }) => {
      call.timed('parse', () => readRequest(call, event))
    },
  }
}

function readRequest(call: Call, event: APIGatewayProxyEvent): void {
  const fields = hasBody(call.operation) ? bodyOf(event) : queryOf(event)
  const path = pathParametersOf(call.operation.path, event)
  warnOfIgnoredFields(call, fields, path)
  call.input = readInput(call.operation, { ...fields, ...path })
  call.format = formatOf(call, event)
}

/** Checks the fields of a request. Throws `bad_request`. */
export function readInput<I extends z.ZodType>(
  { input }: Pick<Operation<I>, 'input'>,
  fields: Record<string, unknown>,
): z.output<I> {
  const parsed = input.safeParse(fields)
  if (!parsed.success) throw invalid(parsed.error)
  return parsed.data
}

function bodyOf(event: APIGatewayProxyEvent): Record<string, unknown> {
  const declared = headerOf(event, 'content-type')
  if (declared && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(declared.trim())) {
    throw new ApiError('unsupported_media_type', undefined)
  }
  const text = textOf(event)
  if (text.trim() === '') throw malformed('The body is empty; send a JSON object.')
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${(error as Error).message}.`)
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw malformed('The body must be a JSON object.')
  }
  return body as Record<string, unknown>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Without a byte order mark. */
function textOf({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const text = body ?? ''
  if (!isBase64Encoded) return text.replace(/^\uFEFF/, '')
  try {
    return utf8.decode(Buffer.from(text, 'base64'))
  } catch {
    throw malformed('The body is not valid UTF-8.')
  }
}

function queryOf(event: APIGatewayProxyEvent): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if (values && values.length > 1) {
      throw malformed(`The parameter "${name}" is given more than once.`, name)
    }
    query[name] = values?.[0]
  }
  return query
}

/** API Gateway gives them as they stand in the path: percent-encoded. */
function pathParametersOf(path: string, event: APIGatewayProxyEvent): Record<string, string> {
  const values = pathParameterNames(path).map((name) => {
    try {
      return [name, decodeURIComponent(event.pathParameters?.[name] ?? '')]
    } catch {
      throw malformed(`The path parameter "${name}" must be percent-encoded UTF-8.`, name)
    }
  })
  return Object.fromEntries(values)
}

/** Fields that the input has not, and those that the path gives already. */
function warnOfIgnoredFields(
  call: Call,
  fields: Record<string, unknown>,
  path: Record<string, string>,
): void {
  const { input } = call.operation
  if (!(input instanceof z.ZodObject)) return
  const kind = hasBody(call.operation) ? 'field' : 'parameter'
  const ignored = Object.keys(fields).filter(
    (name) => !Object.hasOwn(input.shape, name) || Object.hasOwn(path, name),
  )
  for (const name of ignored.slice(0, 10)) call.warnings.push(`ignored ${kind} "${name}"`)
  if (ignored.length > 10) call.warnings.push(`ignored ${ignored.length - 10} more`)
}

/** The body's `format` wins over the `accept` header. */
function formatOf(call: Call, event: APIGatewayProxyEvent): Format {
  if (!call.operation.geojson) return 'footstep'
  const asked = (call.input as { format?: Format }).format
  if (asked) return asked
  const accept = headerOf(event, 'accept') ?? ''
  const quality = (type: string) => {
    const entry = accept.split(',').find((part) => part.split(';')[0]?.trim() === type)
    return entry ? Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1) : 0
  }
  const geojson = quality('application/geo+json')
  return geojson > 0 && geojson >= quality('application/json') ? 'geojson' : 'footstep'
}

function headerOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return found?.[1]
}

function malformed(message: string, path = ''): ApiError {
  return new ApiError('bad_request', message, { fields: { details: [{ path, message }] } })
}

function invalid(error: z.ZodError): ApiError {
  const details = error.issues.slice(0, 20).map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }))
  const first = details[0]
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : ''
  const message = first
    ? `${first.path || 'The request'} ${first.message}${more}.`
    : 'The request is not valid.'
  return new ApiError('bad_request', message, { fields: { details } })
}
