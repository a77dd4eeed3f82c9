import { expect, test } from 'vitest'
import * as z from 'zod'
import { optionsSchemas } from '#routing/schemas'
import groups from '../../web/page/panel/travel-options.json' with { type: 'json' }

const Words = z.strictObject({
  label: z.string().regex(/^[A-Z][A-Za-z0-9 -]+$/),
  unit: z.enum(['km/h', 'm', 't', 's', '%', 'times', 'SAC T']).optional(),
  hint: z.string().min(5).max(45),
  names: z.record(z.string(), z.string().min(3)).optional(),
})

const words = new Map(groups.flatMap(({ options }) => Object.entries(options)))
const travels = Object.entries(optionsSchemas).map(
  ([travel, { shape }]) => [travel, Object.entries(shape as Record<string, z.ZodType>)] as const,
)

test('the labels and hints cover every travel option of the contract and no other', () => {
  const named = groups.flatMap(({ options }) => Object.keys(options))
  const known = new Set(travels.flatMap(([, options]) => options.map(([name]) => name)))
  expect([...named].sort()).toEqual([...known].sort())
  for (const [name, each] of words) expect(() => Words.parse(each), name).not.toThrow()
})

test.each(travels)('no two options of %s share a label', (_, options) => {
  const labels = options.map(([name]) => {
    const { label, unit } = Words.parse(words.get(name))
    return `${label}, ${unit}`
  })
  expect(labels.filter((label, i) => labels.indexOf(label) !== i)).toEqual([])
})

/** Unit at the end of a description in the contract: `Height of the vehicle, m.` */
const unitInText = /, (km\/h|m|t|s|%)(?=[.;])/

test.each(travels)('options of %s have the same units as in the contract', (_, options) => {
  for (const [name, schema] of options) {
    const { description = '', ...facts } = z.toJSONSchema(schema, { io: 'input' })
    const { unit, names } = Words.parse(words.get(name))
    const unitOfContract = unitInText.exec(description)?.[1]
    if (unitOfContract) expect(unit, name).toBe(unitOfContract)
    else expect(['times', 'SAC T', undefined], name).toContain(unit)
    expect(unit === 'times', name).toBe(/^Multiplier/.test(description))
    if (facts.enum) expect(Object.keys(names ?? {}), name).toEqual(facts.enum)
    else expect(names, name).toBeUndefined()
  }
})
