import * as z from 'zod'
import { type ErrorCode, type ErrorFields, errorTable } from '#platform/errors'
import { warningsField } from './warnings.ts'

const locationIndex = z.int().min(0).meta({
  description: 'Position in the request of the location that has no road within reach.',
})

const text = {
  field: z.string().optional().meta({
    description: 'Field or parameter of the request; absent for the places of a query in words.',
    example: 'origin',
  }),
  text: z.string(),
}

const schemas = {
  details: z.array(z.object({ path: z.string(), message: z.string() })).meta({
    description: 'Each field that is wrong; at most 20.',
  }),
  location_index: locationIndex,
  location_indices: z.array(z.int().min(0)).meta({
    description:
      'Positions in the request: by optimize, of the locations that no order can visit; otherwise of the ' +
      'two locations between which there is no route.',
  }),
  partial: z
    .object({
      intent: z.string().optional().meta({ description: 'What a query in words asks for.' }),
      resolved_locations: z.array(
        z.object({ ...text, resolved: z.object({ lat: z.number(), lon: z.number() }) }),
      ),
      unresolved_locations: z.array(z.object(text)).min(1),
    })
    .meta({
      description:
        'Texts of the request that name a place, with its position, and texts that name none.',
    }),
  suggestions: z.array(z.string()).meta({
    description: 'Queries near to this one that can be answered.',
  }),
  place: z
    .object({
      name: z.string(),
      label: z.string(),
      place_type: z.string(),
      coordinates: z.object({ lat: z.number(), lng: z.number() }),
    })
    .meta({
      description: 'By find-and-route: the place found for a text, where it cannot be reached.',
    }),
  regions: z
    .array(z.string())
    .min(2)
    .meta({
      description: 'The regions that the locations lie in: no one of them has all.',
      example: ['andorra', 'porto'],
    }),
  unavailable: z
    .array(
      z.object({
        travel: z.string(),
        error: z.string().meta({ description: 'An error code.' }),
        message: z.string(),
        location_index: locationIndex.optional(),
      }),
    )
    .meta({ description: 'By compare: why each travel type has no route.' }),
  retry_after_seconds: z.number().positive().meta({ description: 'As the header `retry-after`.' }),
  request_id: z.string().meta({ description: 'As the header `x-request-id`.' }),
} satisfies Record<keyof ErrorFields | 'request_id', z.ZodType>

const { details, location_index, location_indices, partial, place, unavailable } = schemas

/** Fields of an error body beside `error` and `message`. */
const fields = {
  bad_request: {
    details: details.optional(),
    place: place.optional(),
    unavailable: unavailable.optional(),
  },
  location_not_routable: {
    location_index: location_index.optional(),
    place: place.optional(),
    unavailable: unavailable.optional(),
  },
  no_route: {
    location_indices: location_indices.optional(),
    place: place.optional(),
    unavailable: unavailable.optional(),
  },
  across_regions: { regions: schemas.regions },
  ambiguous_query: { suggestions: schemas.suggestions },
  geocode_failed: { partial },
  idempotency_conflict: {
    retry_after_seconds: schemas.retry_after_seconds.optional().meta({
      description:
        'As the header `retry-after`, while the first call of the key is still running; absent where the key was ' +
        'used for another request.',
    }),
  },
  too_many_requests: { retry_after_seconds: schemas.retry_after_seconds },
  internal_error: { request_id: schemas.request_id },
} satisfies Partial<Record<ErrorCode, Partial<Record<keyof typeof schemas, z.ZodType>>>>

type FieldsOf<Code extends ErrorCode> = Code extends keyof typeof fields
  ? (typeof fields)[Code]
  : unknown

type ErrorBody<Code extends ErrorCode> = z.ZodObject<
  {
    error: z.ZodLiteral<Code>
    message: z.ZodString
    warnings: typeof warningsField
  } & FieldsOf<Code>
>

function makeErrorBody(code: ErrorCode): z.ZodObject {
  const name = code.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  return z
    .object({
      error: z.literal(code),
      message: z.string().meta({
        description: 'A sentence that says what to change.',
        example: errorTable[code].message,
      }),
      ...(fields as Partial<Record<ErrorCode, z.core.$ZodShape>>)[code],
      warnings: warningsField,
    })
    .meta({ id: name.endsWith('Error') ? name : `${name}Error` })
}

const codes = Object.keys(errorTable) as ErrorCode[]

/** Schemas of the error bodies, by error code. */
export const errorBodies = Object.fromEntries(codes.map((code) => [code, makeErrorBody(code)])) as {
  [Code in ErrorCode]: ErrorBody<Code>
}
