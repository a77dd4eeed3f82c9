import type { Plan } from '../steps/plan-file.ts'
import { csvOutput } from './csv.ts'
import { geojsonOutput, jsonLinesOutput } from './json.ts'
import type { OutputFormat } from './output-options.ts'

const outputs = { csv: csvOutput, jsonl: jsonLinesOutput, geojson: geojsonOutput }

export function outputFormat(plan: Plan): OutputFormat {
  const { header, added, size } = plan
  return outputs[plan.output]({
    header,
    added,
    size,
    ...(plan.format === 'csv' && { csv: plan }),
  })
}
