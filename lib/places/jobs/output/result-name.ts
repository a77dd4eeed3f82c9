import type { Job } from '../job.ts'
import { ownerOf } from '../keys.ts'
import type { Plan } from '../steps/plan-file.ts'

/** Maximum bytes of the part of a name that comes from the input. */
const maxStemBytes = 200

/**
 * The name of a result: `customers-geocoded.jsonl` for the dropped file `customers.csv`, the id of the job for an
 * upload, which has no name.
 */
export function resultName(
  { jobId, inputKey }: Pick<Job, 'jobId' | 'inputKey'>,
  output: Plan['output'],
) {
  if (ownerOf(inputKey)?.jobId !== undefined) return `${jobId}.${output}`
  const name = inputKey.slice(inputKey.lastIndexOf('/') + 1)
  // What could end a header or a path is replaced.
  const stem = name.replace(/\.[^.]*$/, '').replace(/[\p{C}"\\/:*?<>|]/gu, '_')
  return `${shortened(stem) || jobId}-geocoded.${output}`
}

function shortened(stem: string): string {
  let short = ''
  for (const character of stem) {
    if (Buffer.byteLength(short + character) > maxStemBytes) break
    short += character
  }
  return short
}
