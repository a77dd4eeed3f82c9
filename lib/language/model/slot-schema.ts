import * as z from 'zod'
import { intents, unanswerable } from '../reader/index.ts'
import { allowNull, buildObjectSchema } from './question.ts'

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

/** Maximum number of characters of a place, like other texts that requests look up. */
const maxTextLength = 300
const maxPlaces = 60

/** Slots as filled in by a model. Each is checked against the query afterwards. */
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

const makeEnum = (values: readonly string[]) => ({ type: 'string', enum: values }) as const
const number = { type: 'number' } as const
const text = { type: 'string' } as const

/** {@link SlotReply} as JSON Schema for the model, without bounds, which strict modes do not support. */
export const slotSchema = buildObjectSchema({
  intent: allowNull(makeEnum(intents)),
  refusal: allowNull(makeEnum(refusals)),
  places: {
    type: 'array',
    items: buildObjectSchema({
      role: makeEnum(roles),
      text: {
        ...allowNull(text),
        description: 'The words of the query, letter by letter; null for the place of the caller.',
      },
    }),
  },
  category: {
    ...allowNull(text),
    description: 'The kind of place searched for, in the words of the query.',
  },
  size: { ...allowNull({ type: 'integer' }), description: 'Number of places searched for.' },
  travel: allowNull(makeEnum(travels)),
  avoid: { type: 'array', items: makeEnum(avoidances) },
  units: allowNull(makeEnum(unitNames)),
  departure: { ...allowNull(text), description: 'Time of leaving, HH:MM.' },
  alternates: { ...allowNull({ type: 'integer' }), description: 'Number of other routes, 1 to 3.' },
  round_trip_kilometers: { ...allowNull(number), description: 'Length of a loop.' },
  return_to_start: { type: 'boolean' },
  contours: {
    type: 'array',
    items: buildObjectSchema({ minutes: allowNull(number), kilometers: allowNull(number) }),
  },
  elevation: allowNull(makeEnum(heights)),
})
