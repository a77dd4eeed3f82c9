import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { installErrorMessages } from '#platform/api'

const schema = z.object({
  lat: z.number().min(-90).max(90),
  speed: z.number().gt(0).lt(300).optional(),
  count: z.int().optional(),
  name: z.string().max(3).optional(),
  list: z.array(z.boolean()).min(1).max(2).optional(),
  mode: z.enum(['auto', 'bus']).optional(),
  options: z.strictObject({ height: z.number() }).optional(),
  code: z
    .string()
    .refine(() => false, 'is no code')
    .optional(),
})

beforeAll(installErrorMessages)

test.each([
  [{}, 'lat is required'],
  [{ lat: null }, 'lat must be a number'],
  [{ lat: '1' }, 'lat must be a number'],
  [{ lat: 90.1 }, 'lat must be at most 90'],
  [{ lat: -91 }, 'lat must be at least -90'],
  [{ lat: 0, speed: 0 }, 'speed must be more than 0'],
  [{ lat: 0, speed: 300 }, 'speed must be less than 300'],
  [{ lat: 0, count: 1.5 }, 'count must be a whole number'],
  [{ lat: 0, name: 'long' }, 'name must have at most 3 characters'],
  [{ lat: 0, list: [] }, 'list must have at least 1 items'],
  [{ lat: 0, list: [1] }, 'list.0 must be true or false'],
  [{ lat: 0, mode: 'boat' }, 'mode must be one of auto, bus'],
  [
    { lat: 0, options: { height: 1, heigth: 2 } },
    'options has no option "heigth": did you mean "height"?',
  ],
  [{ lat: 0, code: 'x' }, 'code is no code'],
])('the input %j is answered with: %s', (input, sentence) => {
  const { error } = schema.safeParse(input)
  expect(error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
    sentence,
  ])
})
