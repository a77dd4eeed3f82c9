import type { Job } from '../job.ts'
import { parseInputKey } from '../keys.ts'
import type { Plan } from '../steps/plan-file.ts'

/** Maximum bytes of the part of a name that comes from the input. */
const maxStemBytes = 200

/**
 * Returns the file name of a result: `customers-geocoded.jsonl` for an input file `customers.csv`; for an upload, which
 * has no name of its own, the id of the job with the extension, as in `JOB.jsonl`.
 */
export function makeResultName(
  { jobId, inputKey }: Pick<Job, 'jobId' | 'inputKey'>,
  output: Plan['output'],
) {
  if (parseInputKey(inputKey)?.jobId !== undefined) return `${jobId}.${output}`
  const name = inputKey.slice(inputKey.lastIndexOf('/') + 1)
  // Replaces characters that could break a header or are not allowed in file names.
  const stem = name.replace(/\.[^.]*$/, '').replace(/[\p{C}"\\/:*?<>|]/gu, '_')
  return `${truncateStem(stem) || jobId}-geocoded.${output}`
}

function truncateStem(stem: string): string {
  let short = ''
  for (const character of stem) {
    if (Buffer.byteLength(short + character) > maxStemBytes) break
    short += character
  }
  return short
}
