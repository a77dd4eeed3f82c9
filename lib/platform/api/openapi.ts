import { STATUS_CODES } from 'node:http'
import * as z from 'zod'
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathItemObject,
  type ZodOpenApiResponseObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import { formatUsd, idempotencyHours } from '#platform/accounts'
import { type ErrorCode, errorTable } from '#platform/errors'
import cairn from '../../../package.json' with { type: 'json' }
import { errorBodies } from './error-bodies.ts'
import {
  computePrice,
  computeRequiredBalance,
  hasBody,
  isFree,
  type Operation,
} from './operation.ts'
import { listPathParameters } from './path-parameters.ts'

const Check = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    milliseconds: z.int().meta({ description: 'How long the check took.' }),
    build: z.string().optional().meta({ description: 'The build that was found or is served.' }),
  })
  .meta({ id: 'HealthCheck' })

const Health = z
  .object({
    status: z.enum(['ok', 'unavailable']),
    region: z.string(),
    build: z
      .string()
      .nullable()
      .optional()
      .meta({ description: 'The build of the region that is served; local server only.' }),
    attribution: z.string().optional(),
    checks: z
      .object({
        accounts: Check,
        dataset: Check,
        engine: Check,
        disk: Check.optional().meta({ description: 'Whether the home directory takes writes.' }),
      })
      .optional()
      .meta({ description: 'What was looked at; local server only.' }),
  })
  .meta({ id: 'Health', description: 'What the service needs to answer, and whether it is there.' })

/** Describes GET /health, which is not an operation: it needs no key, costs nothing and takes no input. */
const describeHealth = (): ZodOpenApiPathItemObject => ({
  get: {
    operationId: 'health',
    summary: 'Health of the service',
    description:
      'Needs no key. A deployment says that its gateway answers, and for which region. The local ' +
      'server looks at the account store, the published data set and the engine; its answer is given ' +
      'to all who ask within five seconds.',
    tags: ['operations'],
    security: [],
    responses: {
      '200': {
        description: 'All is well.',
        content: { 'application/json': { schema: Health } },
      },
      ...describeErrors(['too_many_requests']),
      '503': {
        description: 'Something the service needs is unavailable.',
        content: { 'application/json': { schema: Health } },
      },
    },
  },
})

/** Errors that every operation can return, in addition to its own. */
const commonErrors: readonly ErrorCode[] = [
  'bad_request',
  'unauthorized',
  'payment_required',
  'forbidden',
  'payload_too_large',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
  'gateway_timeout',
]

/** Lists all errors that an operation can return. */
export function listErrors(operation: Operation): ErrorCode[] {
  const common = commonErrors.filter(
    (code) =>
      code !== 'payment_required' || computeRequiredBalance(operation) > 0 || !isFree(operation),
  )
  const ofMethod: ErrorCode[] = hasBody(operation)
    ? ['unsupported_media_type', 'idempotency_conflict']
    : []
  return [...common, ...ofMethod, ...operation.errors]
}

/** Errors of the HTTP connection: each has a status of its own, but shares the error code `bad_request`. */
const connectionErrors = {
  408: 'The request did not arrive in time.',
  417: 'The header `expect` asks for what is not known.',
}

const headers = z.object({
  'x-request-id': z.string().meta({ description: 'Names this call in logs and in the ledger.' }),
  'x-charged': z.string().meta({ description: 'What this call cost, in USD.', example: '0.0007' }),
  'x-balance': z.string().meta({ description: 'What the account has left, in USD.' }),
  'server-timing': z.string().meta({ description: 'Milliseconds by stage.' }),
  'x-warnings': z
    .string()
    .optional()
    .meta({
      description:
        'What was ignored or assumed: the `warnings` of the answer in printable ASCII, joined by `; ` and ' +
        'cut at 2,000 characters.',
    }),
})

const replayHeaders = headers.extend({
  'x-idempotent-replay': z.literal('true').optional().meta({
    description:
      'An earlier call of this idempotency key was charged: this is its answer, and costs nothing.',
  }),
})

/** The header that every POST accepts. */
const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        `Names this call, so that it can be repeated when its answer is lost: for ${idempotencyHours} hours the same ` +
        'key with the same body gets the same answer, uncharged. A random value for each call, such as a UUID.',
      // No example: the API reference would send it each time, and a repeated call would get the first one's answer.
    }),
})

const errorHeaders = headers.pick({ 'x-request-id': true })
const retryHeaders = errorHeaders.extend({
  'retry-after': z.string().meta({ description: 'Seconds to wait before the next try.' }),
})
const conflictHeaders = retryHeaders.partial({ 'retry-after': true })
const headersByStatus: Partial<Record<number, typeof errorHeaders>> = {
  409: conflictHeaders,
  429: retryHeaders,
  503: retryHeaders,
}

/** Makes the OpenAPI 3.1 document of the service from its operations. */
export function makeOpenApiDocument(
  operations: readonly Operation[],
): ReturnType<typeof createDocument> {
  const paths: NonNullable<ZodOpenApiObject['paths']> = {}
  for (const operation of operations) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    }
  }
  const families = [...new Set(operations.map(pickFamily))]
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Cairn',
      version: cairn.version,
      summary: 'Terrain-aware routing, geocoding and spatial prediction.',
      description:
        'Distances are metres, durations seconds, grades percent, speeds km/h. Encoded polylines use ' +
        'precision 6, latitude first. Only 2xx answers are charged. Map data © OpenStreetMap ' +
        'contributors, ODbL 1.0. `POST /mcp` is no operation: AI assistants call most operations there as ' +
        'tools, by the Model Context Protocol.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service this document came from.' }],
    tags: [
      ...families.map((name) => ({ name, description: `Operations of the ${name} family.` })),
      { name: 'operations', description: 'For those who run the service.' },
    ],
    security: [{ apiKey: [] }],
    paths: { ...paths, '/health': describeHealth() },
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A key of the form `sk_live_…`, for servers only, never in a query string.',
        },
      },
    },
  })
}

function describeOperation(operation: Operation): ZodOpenApiOperationObject {
  const { price } = operation
  const unit = typeof price === 'number' ? 'call' : price.unit
  const charged = isFree(operation)
    ? 'free'
    : `charged ${formatUsd(computePrice(operation))} USD per ${unit}`
  return {
    operationId: operation.id.replace(/[/-](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: operation.summary,
    description: operation.grant
      ? `${operation.description} Access is granted to accounts on request; others get \`forbidden\`.`
      : operation.description,
    tags: [pickFamily(operation)],
    'x-price-usd': formatUsd(computePrice(operation)),
    'x-price-unit': unit,
    ...(operation.minBalance && { 'x-min-balance-usd': formatUsd(operation.minBalance) }),
    ...(operation.grant && { 'x-grant': operation.grant }),
    ...describeInput(operation),
    responses: {
      [operation.status ?? 200]: {
        description: `Success, ${charged}.`,
        headers: hasBody(operation) ? replayHeaders : headers,
        content: {
          'application/json': { schema: operation.output },
          ...(operation.geojson ? { 'application/geo+json': { schema: operation.geojson } } : {}),
        },
      },
      ...describeErrors(listErrors(operation)),
      ...connectionResponses,
    },
  }
}

/** Describes the input by its location: path parameters, and the body of a POST or else the query. */
function describeInput(operation: Operation): Partial<ZodOpenApiOperationObject> {
  const { path, input } = operation
  const inPath = new Set(listPathParameters(path))
  const shape = input instanceof z.ZodObject ? Object.entries<z.ZodType>(input.shape) : []
  const ofPath = z.object(Object.fromEntries(shape.filter(([name]) => inPath.has(name))))
  const rest =
    inPath.size === 0
      ? input
      : z.object(Object.fromEntries(shape.filter(([name]) => !inPath.has(name))))
  const pathParameters = inPath.size > 0 && { path: ofPath }
  if (!hasBody(operation))
    return { requestParams: { ...pathParameters, query: rest as z.ZodObject } }
  const examples = operation.examples.map(({ name, summary, request }) => {
    const fields = Object.entries(request).filter(([field]) => !inPath.has(field))
    return [name, { summary, value: Object.fromEntries(fields) }]
  })
  return {
    requestParams: { ...pathParameters, header: idempotencyHeader },
    requestBody: {
      required: true,
      content: { 'application/json': { schema: rest, examples: Object.fromEntries(examples) } },
    },
  }
}

function describeErrors(codes: readonly ErrorCode[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorTable[code].status)
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        describeError(
          `${STATUS_CODES[status]}: ${group.map((code) => `\`${code}\``).join(', ')}.`,
          group,
          headersByStatus[status],
        ),
      ]),
  )
}

function describeError(
  description: string,
  codes: readonly ErrorCode[],
  headers = errorHeaders,
): ZodOpenApiResponseObject {
  const [first, ...others] = codes.map((code) => errorBodies[code])
  const schema = others.length > 0 ? z.union([first!, ...others]) : first!
  return { description, headers, content: { 'application/json': { schema } } }
}

const connectionResponses: ZodOpenApiResponsesObject = Object.fromEntries(
  Object.entries(connectionErrors).map(([status, sentence]) => [
    status,
    describeError(`${STATUS_CODES[status]}: \`bad_request\`. ${sentence}`, ['bad_request']),
  ]),
)

function pickFamily(operation: Operation): string {
  return operation.id.split('/')[0]!
}
