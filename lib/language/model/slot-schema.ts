import * as z from 'zod'
import { intents, unanswerable } from '../reader/index.ts'
import { objectSchema, orNull } from './question.ts'

const refusals = [...unanswerable, 'relative_without_location', 'incomplete', 'no_request'] as const

const roles = [
  'origin',
  'destination',
  'via',
  'stop',
  'source',
  'target',
  'centre',
  'near',
  'name',
] as const

const travels = ['auto', 'pedestrian', 'bicycle', 'bus', 'truck'] as const
const avoidances = ['tolls', 'ferries', 'highways', 'unpaved', 'hills', 'stairs'] as const
const unitNames = ['kilometers', 'miles'] as const
const heights = ['profile', 'points'] as const

/** Characters of a place: as long as any text of a request that is looked up. */
const maxTextLength = 300
const maxPlaces = 60

/** The slots as a model fills them in; each is checked against the query afterwards. */
export const SlotReply = z.object({
  intent: z.enum(intents).nullable(),
  refusal: z.enum(refusals).nullable(),
  places: z
    .array(
      z.object({
        role: z.enum(roles),
        text: z.string().max(maxTextLength).nullable(),
      }),
    )
    .max(maxPlaces),
  category: z.string().max(maxTextLength).nullable(),
  size: z.number().nullable(),
  travel: z.enum(travels).nullable(),
  avoid: z.array(z.enum(avoidances)).max(avoidances.length),
  units: z.enum(unitNames).nullable(),
  departure: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable(),
  alternates: z.number().nullable(),
  round_trip_kilometers: z.number().nullable(),
  return_to_start: z.boolean(),
  contours: z
    .array(z.object({ minutes: z.number().nullable(), kilometers: z.number().nullable() }))
    .max(4),
  elevation: z.enum(heights).nullable(),
})

export type SlotReply = z.output<typeof SlotReply>

const oneOf = (values: readonly string[]) => ({ type: 'string', enum: values }) as const
const number = { type: 'number' } as const
const text = { type: 'string' } as const

/** {@link SlotReply} for the model: bounds are not for strict modes. */
export const slotSchema = objectSchema({
  intent: orNull(oneOf(intents)),
  refusal: orNull(oneOf(refusals)),
  places: {
    type: 'array',
    items: objectSchema({
      role: oneOf(roles),
      text: {
        ...orNull(text),
        description: 'The words of the query, letter by letter; null for the place of the caller.',
      },
    }),
  },
  category: {
    ...orNull(text),
    description: 'The kind of place searched for, in the words of the query.',
  },
  size: { ...orNull({ type: 'integer' }), description: 'Number of places searched for.' },
  travel: orNull(oneOf(travels)),
  avoid: { type: 'array', items: oneOf(avoidances) },
  units: orNull(oneOf(unitNames)),
  departure: { ...orNull(text), description: 'Time of leaving, HH:MM.' },
  alternates: { ...orNull({ type: 'integer' }), description: 'Number of other routes, 1 to 3.' },
  round_trip_kilometers: { ...orNull(number), description: 'Length of a loop.' },
  return_to_start: { type: 'boolean' },
  contours: {
    type: 'array',
    items: objectSchema({ minutes: orNull(number), kilometers: orNull(number) }),
  },
  elevation: orNull(oneOf(heights)),
})
