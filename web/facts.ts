import * as z from 'zod'
import { formatUsd } from '#platform/accounts'
import { computePrice, type Operation } from '#platform/api'
import { optionsSchemas } from '#routing/schemas'
import { pricePerRow } from '../functions/jobs/price.ts'
import { tools } from '../functions/mcp/tools/index.ts'
import { operations } from '../functions/operations.ts'
import { predict } from '../functions/predict/contract.ts'
import type { OperationOnPage, OptionFacts, PageFacts } from './page-facts.ts'

function describeOperation(operation: Operation): OperationOnPage {
  const { id, method, path, summary, price } = operation
  const tool = tools.find((each) => each.operations.some((called) => called.id === id))
  return {
    id,
    method,
    path,
    summary,
    price: formatUsd(computePrice(operation)),
    ...(typeof price === 'object' && { unit: price.unit }),
    ...(tool && { tool: tool.name }),
  }
}

/** Collects the data from the contracts that is built into the page. */
export function collectPageFacts(): PageFacts {
  const options = Object.entries(optionsSchemas).map(
    ([travel, { shape }]) => [travel, describeFields(shape)] as const,
  )
  const { profile, params } = predict.input.shape
  const { weather, ...others } = params.shape
  return {
    operations: operations.map(describeOperation),
    jobRowPrice: formatUsd(pricePerRow),
    options: Object.fromEntries(options),
    profiles: profile.options,
    prediction: { ...describeFields(others), ...describeFields(weather.unwrap().shape) },
  }
}

function describeFields(shape: object): Record<string, OptionFacts> {
  const fields = Object.entries(shape as Record<string, z.ZodType>)
  return Object.fromEntries(fields.map(([name, field]) => [name, describeOption(field)]))
}

function describeOption(field: z.ZodType): OptionFacts {
  const { $schema: _, ...facts } = z.toJSONSchema(field, { io: 'input' })
  return facts as OptionFacts
}
