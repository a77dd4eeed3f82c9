import type { APIGatewayProxyEvent } from 'aws-lambda'
import type * as z from 'zod'
import { pause } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import { JsonLimitError, RepeatedNameError, readJson } from '#platform/json'
import { toOneLine } from '#platform/safe-text'
import type { ApiMiddleware, Call, Format } from '../call.ts'
import { installErrorMessages } from '../error-messages.ts'
import {
  type FieldWord,
  maxPathCharacters,
  refuseUnknownFields,
  warnOfUnknownFields,
} from '../fields/describe-unknown.ts'
import { hasBody, type Operation } from '../operation.ts'
import { listPathParameters } from '../path-parameters.ts'
import { checkLongLists } from './long-lists.ts'

installErrorMessages()

/** Reads and validates the request into `call.input`. */
export function parse(): ApiMiddleware {
  return {
    before: async ({ event, context: { call } }) => {
      await call.timed('parse', () => readRequest(call, event))
    },
  }
}

async function readRequest(call: Call, event: APIGatewayProxyEvent): Promise<void> {
  const { operation } = call
  await pause()
  const fields = hasBody(operation) ? await readBody(event) : readQuery(event)
  await pause()
  const path = readPathParameters(operation.path, event)
  const warn = (text: string) => call.warnings.add(text)
  for (const text of describeUnreadParts(call, { event, fields, path })) {
    if (operation.unknownFields === 'refused')
      throw malformed(`The request is not read whole: ${text}.`)
    warn(text)
  }
  const issues = await checkLongLists(operation.input, fields)
  if (issues.length > 0) throw invalid(issues)
  call.input = readInput(operation, { ...fields, ...path }, warn)
  await pause()
  call.format = chooseFormat(call, event)
}

/**
 * Checks the fields of a request. Reports unknown fields through `warn`, or in the error of an operation that refuses
 * them. Throws `bad_request`.
 */
export function readInput<I extends z.ZodType>(
  { input, method, unknownFields }: Pick<Operation<I>, 'input'> & Partial<Operation>,
  fields: Record<string, unknown>,
  warn?: (text: string) => void,
): z.output<I> {
  const isStrict = unknownFields === 'refused'
  const word: FieldWord = method === undefined || hasBody({ method }) ? 'field' : 'parameter'
  if (warn && !isStrict) for (const text of warnOfUnknownFields(input, fields, word)) warn(text)
  const unknown = isStrict ? refuseUnknownFields(input, fields, maxDetails) : undefined
  const parsed = input.safeParse(fields)
  if (parsed.success && !unknown?.count) return parsed.data
  const others = parsed.error?.issues ?? []
  if (!unknown?.count) throw invalid(others)
  // The schema's own messages on unknown fields lack path and hint.
  const known = others.filter(({ code }) => code !== 'unrecognized_keys')
  throw invalid([...unknown.issues, ...known], unknown.count + known.length)
}

async function readBody(event: APIGatewayProxyEvent): Promise<Record<string, unknown>> {
  const declared = findHeader(event, 'content-type')
  if (declared && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(declared.trim())) {
    throw new ApiError('unsupported_media_type', undefined)
  }
  const text = decodeBody(event)
  if (text.trim() === '') throw malformed('The body is empty; send a JSON object.')
  let body: unknown
  try {
    body = await readJson(text)
  } catch (error) {
    if (error instanceof RepeatedNameError) {
      throw malformed(`The field "${error.path}" is given more than once.`, error.path)
    }
    if (error instanceof JsonLimitError) throw malformed(`The body ${error.message}.`)
    throw malformed(`The body is not valid JSON: ${(error as Error).message}.`)
  }
  if (body === null || typeof body !== 'object' || Array.isArray(body)) {
    throw malformed('The body must be a JSON object.')
  }
  return body as Record<string, unknown>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads the body's text without a byte order mark. */
function decodeBody({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const text = body ?? ''
  if (!isBase64Encoded) return text.replace(/^\uFEFF/, '')
  try {
    return utf8.decode(Buffer.from(text, 'base64'))
  } catch {
    throw malformed('The body is not valid UTF-8.')
  }
}

function readQuery(event: APIGatewayProxyEvent): Record<string, unknown> {
  const given = Object.entries(event.multiValueQueryStringParameters ?? {})
  const repeated = given.find(([, values]) => values && values.length > 1)
  if (repeated) {
    const [name] = repeated
    throw malformed(`The parameter "${name}" is given more than once.`, name)
  }
  // Assignment would have another meaning for a parameter named `__proto__`.
  return Object.fromEntries(given.map(([name, values]) => [name, values?.[0]]))
}

/** Reads path parameters, which API Gateway passes percent-encoded. */
function readPathParameters(path: string, event: APIGatewayProxyEvent): Record<string, string> {
  const values = listPathParameters(path).map((name) => {
    try {
      return [name, decodeURIComponent(event.pathParameters?.[name] ?? '')]
    } catch {
      throw malformed(`The path parameter "${name}" must be percent-encoded UTF-8.`, name)
    }
  })
  return Object.fromEntries(values)
}

interface RequestParts {
  event: APIGatewayProxyEvent
  fields: Record<string, unknown>
  /** Parameters of the path. */
  path: Record<string, string>
}

/** Maximum query parameters that are listed by name. */
const maxNamedParameters = 10

/** Describes the parts of a request that its method does not read, in one sentence without a full stop each. */
function describeUnreadParts({ operation }: Call, { event, fields, path }: RequestParts): string[] {
  const isInBody = hasBody(operation)
  const inPath = Object.keys(fields).filter((name) => Object.hasOwn(path, name))
  const texts = inPath.map(
    (name) => `ignored ${isInBody ? 'field' : 'parameter'} "${name}": the path has its value`,
  )
  if (!isInBody) {
    const hasUnreadBody = (event.body ?? '').trim() !== ''
    const where = `${operation.method} takes parameters in the query string`
    return hasUnreadBody ? [...texts, `ignored the body of the request: ${where}`] : texts
  }
  const names = Object.keys(event.multiValueQueryStringParameters ?? {})
  const where = 'POST takes fields in the JSON body'
  const more = names.length - maxNamedParameters
  return [
    ...texts,
    ...names
      .slice(0, maxNamedParameters)
      .map((name) => `ignored query parameter "${name}": ${where}`),
    ...(more > 0 ? [`ignored ${more} more query parameters: ${where}`] : []),
  ]
}

/** Determines the format; the body's `format` takes precedence over the `accept` header. */
function chooseFormat(call: Call, event: APIGatewayProxyEvent): Format {
  if (!call.operation.geojson) return 'footstep'
  const asked = (call.input as { format?: Format }).format
  if (asked) return asked
  const accept = findHeader(event, 'accept') ?? ''
  const quality = (type: string) => {
    const entry = accept.split(',').find((part) => part.split(';')[0]?.trim() === type)
    return entry ? Number(/;\s*q=([\d.]+)/.exec(entry)?.[1] ?? 1) : 0
  }
  const geojson = quality('application/geo+json')
  return geojson > 0 && geojson >= quality('application/json') ? 'geojson' : 'footstep'
}

function findHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  const found = Object.entries(event.headers ?? {}).find(([key]) => key.toLowerCase() === name)
  return found?.[1]
}

function malformed(text: string, path = ''): ApiError {
  const message = toOneLine(text, maxMessageCharacters)
  const details = [{ path: toOneLine(path, maxPathCharacters), message }]
  return new ApiError('bad_request', message, { fields: { details } })
}

/** Maximum characters of a message that quotes the request. */
const maxMessageCharacters = 500

/** Maximum invalid fields that an error lists. */
const maxDetails = 20

type Issue = { path: readonly PropertyKey[]; message: string }

function invalid(issues: readonly Issue[], count = issues.length): ApiError {
  const details = issues.slice(0, maxDetails).map(({ path, message }) => ({
    path: toOneLine(path.map(String).join('.'), maxPathCharacters),
    message: toOneLine(message, maxMessageCharacters),
  }))
  const first = details[0]
  const more = count > 1 ? ` (and ${count - 1} more)` : ''
  const message = first
    ? `${first.path || 'The request'} ${first.message}${more}`.replace(/[^?]$/, '$&.')
    : 'The request is not valid.'
  return new ApiError('bad_request', message, { fields: { details } })
}
