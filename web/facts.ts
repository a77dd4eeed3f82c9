import * as z from 'zod'
import { tools } from '../functions/mcp/tools/index.ts'
import { operations } from '../functions/operations.ts'
import { predict } from '../functions/predict/contract.ts'
import { formatUsd } from '../lib/accounts/index.ts'
import { type Operation, priceOf } from '../lib/api/index.ts'
import { optionsSchemas } from '../lib/routing/schemas/index.ts'
import type { OperationOnPage, OptionFacts, PageFacts } from './page-facts.ts'

function factsOf(operation: Operation): OperationOnPage {
  const { id, method, path, summary, price } = operation
  const tool = tools.find((each) => each.operations.some((called) => called.id === id))
  return {
    ...{ id, method, path, summary, price: formatUsd(priceOf(operation)) },
    ...(typeof price === 'object' && { unit: price.unit }),
    ...(tool && { tool: tool.name }),
  }
}

/** What the page is built with, from the contracts. */
export function pageFacts(): PageFacts {
  const options = Object.entries(optionsSchemas).map(([travel, { shape }]) => {
    const fields = Object.entries(shape as Record<string, z.ZodType>)
    const named = fields.map(([name, field]) => [name, optionFacts(field)] as const)
    return [travel, Object.fromEntries(named)] as const
  })
  const profiles = predict.input.shape.profile.options
  return { operations: operations.map(factsOf), options: Object.fromEntries(options), profiles }
}

function optionFacts(field: z.ZodType): OptionFacts {
  const { $schema: _, ...facts } = z.toJSONSchema(field, { io: 'input' })
  return facts as OptionFacts
}
