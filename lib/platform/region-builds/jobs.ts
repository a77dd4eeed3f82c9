import { type AwsAccess, callAws } from './aws-calls.ts'
import type { RegionBuildInput } from './input.ts'

/** A job of AWS Batch, as it describes it. */
export interface BatchJob {
  jobId: string
  /** The region's name, and behind it `-plan`, `-part-3-of-12` or `-finish`. */
  jobName: string
  status: string
  statusReason?: string
  /** Unix milliseconds. */
  stoppedAt?: number
  container?: { logStreamName?: string; reason?: string; exitCode?: number }
}

interface HistoryPage {
  events: { taskSubmittedEventDetails?: { output?: string } }[]
  nextToken?: string
}

/** The jobs of one build in an execution. */
export class BuildJobs {
  readonly #access: AwsAccess
  readonly #build: Pick<RegionBuildInput, 'name' | 'parts'>
  /** Ids of the jobs that were submitted. */
  readonly #ids = new Set<string>()

  constructor(access: AwsAccess, build: Pick<RegionBuildInput, 'name' | 'parts'>) {
    this.#access = access
    this.#build = build
  }

  /** All jobs submitted so far. */
  async look(executionArn: string): Promise<BatchJob[]> {
    const { parts } = this.#build
    const expected = parts ? parts.count + 2 : 1
    if (this.#ids.size < expected) await this.#find(executionArn)
    if (this.#ids.size === 0) return []
    // Batch describes up to 100 at once; there are at most 32.
    const input = { jobs: [...this.#ids] }
    const { jobs } = await callAws<{ jobs: BatchJob[] }>(this.#access, {
      service: 'batch',
      action: 'v1/describejobs',
      input,
    })
    return jobs
  }

  /** What the job does: `plan`, `part 3 of 12` or `finish`; empty for the only one. */
  labelOf({ jobName }: BatchJob): string {
    return jobName.slice(this.#build.name.length + 1).replaceAll('-', ' ')
  }

  isPart(job: BatchJob): boolean {
    return this.labelOf(job).startsWith('part ')
  }

  /** Looks for submitted jobs in the history of the execution. */
  async #find(executionArn: string): Promise<void> {
    let nextToken: string | undefined
    do {
      const page: HistoryPage = await callAws(this.#access, {
        service: 'states',
        action: 'GetExecutionHistory',
        input: { executionArn, maxResults: 1000, ...(nextToken && { nextToken }) },
      })
      for (const { taskSubmittedEventDetails: submitted } of page.events) {
        const { JobId } = JSON.parse(submitted?.output ?? '{}') as { JobId?: string }
        if (JobId) this.#ids.add(JobId)
      }
      nextToken = page.nextToken
    } while (nextToken)
  }
}
