import * as z from 'zod'
import { type ErrorCode, errorTable } from '../errors/index.ts'

const locationIndex = z.int().min(0).optional().meta({
  description: 'Position in the request of the location that has no road within reach.',
})

const unavailable = z
  .array(
    z.object({
      travel: z.string(),
      error: z.string().meta({ description: 'An error code.' }),
      message: z.string(),
      location_index: locationIndex,
    }),
  )
  .optional()
  .meta({ description: 'By compare: why each travel type has no route.' })

/** What the body of an error has beside `error` and `message`. */
const fields: Partial<Record<ErrorCode, z.ZodRawShape>> = {
  bad_request: {
    details: z
      .array(z.object({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'Each field that is wrong; at most 20.' }),
    unavailable,
  },
  location_not_routable: { location_index: locationIndex, unavailable },
  no_route: {
    location_indices: z.array(z.int().min(0)).optional().meta({
      description:
        'By optimize: positions in the request of the locations that no order can visit.',
    }),
    unavailable,
  },
  too_many_requests: {
    retry_after_seconds: z
      .number()
      .positive()
      .meta({ description: 'As the header `retry-after`.' }),
  },
  internal_error: {
    request_id: z.string().meta({ description: 'As the header `x-request-id`.' }),
  },
}

function bodyOf(code: ErrorCode): z.ZodObject {
  const name = code.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase())
  return z
    .object({
      error: z.literal(code),
      message: z.string().meta({
        description: 'A sentence that says what to change.',
        example: errorTable[code].message,
      }),
      ...fields[code],
    })
    .meta({ id: name.endsWith('Error') ? name : `${name}Error` })
}

const codes = Object.keys(errorTable) as ErrorCode[]

/** The body of every error, by its code. */
export const errorBodies = Object.fromEntries(codes.map((code) => [code, bodyOf(code)])) as Record<
  ErrorCode,
  z.ZodObject
>
