import { JobRequest } from '#places/jobs/schemas'
import { throwUsageError } from '../base/index.ts'

/** Options of `run` that form the request of the job. */
export interface RequestOptions {
  inputFormat?: string
  column: string[]
  country?: string
  lang?: string
  size?: number
  placeTypes?: string
  format?: string
}

/** Builds the request of a job from options of the command line. Ends with a usage error when it is not valid. */
export function buildRequest(options: RequestOptions): JobRequest {
  const columns = new Map<string, string[]>()
  for (const option of options.column) {
    const at = option.indexOf('=')
    const name = option.slice(0, at)
    columns.set(name, [...(columns.get(name) ?? []), option.slice(at + 1)])
  }
  const parsed = JobRequest.safeParse({
    format: options.inputFormat,
    ...(columns.size > 0 && { columns: Object.fromEntries(columns) }),
    options: {
      country: options.country,
      lang: options.lang,
      size: options.size,
      place_types: options.placeTypes,
    },
    output: options.format,
  })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return throwUsageError(`${nameOption(issue!.path.map(String))} ${issue!.message}`)
}

const optionNames: Record<string, string> = {
  format: '--input-format',
  columns: '--column',
  country: '--country',
  lang: '--lang',
  size: '--size',
  place_types: '--place-types',
  output: '--format',
}

function nameOption(path: string[]): string {
  const field = path[0] === 'options' ? path[1]! : path[0]!
  const option = optionNames[field] ?? field
  return field === 'columns' && path[1] ? `${option} ${path[1]}` : option
}
