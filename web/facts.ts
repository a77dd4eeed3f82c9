import * as z from 'zod'
import { formatUsd } from '#platform/accounts'
import { type Operation, priceOf } from '#platform/api'
import { optionsSchemas } from '#routing/schemas'
import { pricePerRow } from '../functions/jobs/price.ts'
import { tools } from '../functions/mcp/tools/index.ts'
import { operations } from '../functions/operations.ts'
import { predict } from '../functions/predict/contract.ts'
import type { OperationOnPage, OptionFacts, PageFacts } from './page-facts.ts'

function factsOf(operation: Operation): OperationOnPage {
  const { id, method, path, summary, price } = operation
  const tool = tools.find((each) => each.operations.some((called) => called.id === id))
  return {
    id,
    method,
    path,
    summary,
    price: formatUsd(priceOf(operation)),
    ...(typeof price === 'object' && { unit: price.unit }),
    ...(tool && { tool: tool.name }),
  }
}

/** What the page is built with, from the contracts. */
export function pageFacts(): PageFacts {
  const options = Object.entries(optionsSchemas).map(
    ([travel, { shape }]) => [travel, factsOfShape(shape)] as const,
  )
  const { profile, params } = predict.input.shape
  const { weather, ...others } = params.shape
  return {
    operations: operations.map(factsOf),
    jobRowPrice: formatUsd(pricePerRow),
    options: Object.fromEntries(options),
    profiles: profile.options,
    prediction: { ...factsOfShape(others), ...factsOfShape(weather.unwrap().shape) },
  }
}

function factsOfShape(shape: object): Record<string, OptionFacts> {
  const fields = Object.entries(shape as Record<string, z.ZodType>)
  return Object.fromEntries(fields.map(([name, field]) => [name, optionFacts(field)]))
}

function optionFacts(field: z.ZodType): OptionFacts {
  const { $schema: _, ...facts } = z.toJSONSchema(field, { io: 'input' })
  return facts as OptionFacts
}
