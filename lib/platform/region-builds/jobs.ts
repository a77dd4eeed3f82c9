import { type AwsAccess, callAws } from './aws-calls.ts'
import type { RegionBuildInput } from './input.ts'

/** A job of AWS Batch as described by its API. */
export interface BatchJob {
  jobId: string
  /** The region's name, optionally followed by `-plan`, `-part-3-of-12` or `-finish`. */
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

/** Finds the jobs of one build in an execution. */
export class BuildJobs {
  readonly #access: AwsAccess
  readonly #build: Pick<RegionBuildInput, 'name' | 'parts'>
  /** Ids of the submitted jobs. */
  readonly #ids = new Set<string>()

  constructor(access: AwsAccess, build: Pick<RegionBuildInput, 'name' | 'parts'>) {
    this.#access = access
    this.#build = build
  }

  /** Describes all jobs submitted by now. */
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

  /** Returns the job's task: `plan`, `part 3 of 12` or `finish`; empty if there is only one job. */
  labelJob({ jobName }: BatchJob): string {
    return jobName.slice(this.#build.name.length + 1).replaceAll('-', ' ')
  }

  isPart(job: BatchJob): boolean {
    return this.labelJob(job).startsWith('part ')
  }

  /** Finds submitted jobs in the history of the execution. */
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
