import type { Plan } from '../steps/plan-file.ts'
import { makeCsvOutput } from './csv.ts'
import { makeGeojsonOutput, makeJsonLinesOutput } from './json.ts'
import type { OutputFormat } from './output-options.ts'

const outputs = { csv: makeCsvOutput, jsonl: makeJsonLinesOutput, geojson: makeGeojsonOutput }

export function selectOutputFormat(plan: Plan): OutputFormat {
  const { header, added, size } = plan
  return outputs[plan.output]({
    header,
    added,
    size,
    ...(plan.format === 'csv' && { csv: plan }),
  })
}
