import { setTimeout as sleep } from 'node:timers/promises'
import { type AwsAccess, callAws } from './aws-calls.ts'
import type { RegionBuildInput, RegionBuildsInput } from './input.ts'
import { JobLog } from './job-log.ts'
import { type BatchJob, BuildJobs } from './jobs.ts'

/** Status of an execution. */
export type BuildStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED'

export interface BuildCallbacks {
  /**
   * Reports a job's state. A job that is `RUNNABLE` waits for a machine, one that is `STARTING` for its image.
   *
   * @param job `plan`, `part 3 of 12` or `finish`; empty when one job builds everything.
   */
  onState(state: string, job: string): void
  /** Reports a line of a job's log; of a part's log only at the end, if that part was the first job to fail. */
  onLine(line: string): void
  signal?: AbortSignal
  /** Time between two polls, ms. */
  pollMs?: number
}

export interface BuildEnd {
  status: BuildStatus
  /** Reason for the failure, as reported by Step Functions and Batch. */
  reason: string | undefined
}

/** An execution of one build. */
export interface WatchedBuild {
  executionArn: string
  logGroup: string
  build: Pick<RegionBuildInput, 'name' | 'parts'>
}

/** Starts the builds. @returns The ARN of the execution. */
export async function startBuilds(
  access: AwsAccess,
  stateMachineArn: string,
  input: RegionBuildsInput,
): Promise<string> {
  const { executionArn } = await callAws<{ executionArn: string }>(access, {
    service: 'states',
    action: 'StartExecution',
    input: { stateMachineArn, input: JSON.stringify(input) },
  })
  return executionArn
}

/** Stops an execution, and with it its jobs. */
export async function stopBuilds(access: AwsAccess, executionArn: string): Promise<void> {
  const input = { executionArn, cause: 'Stopped by the command line' }
  await callAws(access, { service: 'states', action: 'StopExecution', input })
}

/** Follows an execution of one build to its end: the states of its jobs and the lines of their logs. */
export async function watchBuild(
  access: AwsAccess,
  { executionArn, logGroup, build }: WatchedBuild,
  { onState, onLine, signal, pollMs = 5000 }: BuildCallbacks,
): Promise<BuildEnd> {
  const jobs = new BuildJobs(access, build)
  const logs = new Map<string, JobLog>()
  const showLog = async ({ jobId, container }: BatchJob): Promise<void> => {
    const stream = container?.logStreamName
    if (!stream) return
    const log = logs.get(jobId) ?? new JobLog(access, logGroup)
    logs.set(jobId, log)
    for (const line of await log.next(stream)) onLine(line)
  }
  const states = new Map<string, string>()
  for (;;) {
    signal?.throwIfAborted()
    const execution = await callAws<{ status: BuildStatus; error?: string; cause?: string }>(
      access,
      { service: 'states', action: 'DescribeExecution', input: { executionArn } },
    )
    const seen = await jobs.look(executionArn)
    for (const job of seen) {
      const { jobId, status } = job
      if (states.get(jobId) !== status) onState(status, jobs.labelJob(job))
      states.set(jobId, status)
      if (!jobs.isPart(job)) await showLog(job)
    }
    if (execution.status !== 'RUNNING') {
      const failed = findFirstFailed(seen)
      if (failed && jobs.isPart(failed)) await showLog(failed)
      return { status: execution.status, reason: describeReason(execution, failed, jobs) }
    }
    // An abort is thrown in the next iteration.
    await sleep(pollMs, undefined, { ...(signal && { signal }) }).catch(() => {})
  }
}

/** Finds the job that failed first: the others were stopped because of it, or never began. */
function findFirstFailed(jobs: readonly BatchJob[]): BatchJob | undefined {
  return jobs
    .filter(({ status }) => status === 'FAILED')
    .sort((a, b) => (a.stoppedAt ?? Infinity) - (b.stoppedAt ?? Infinity))[0]
}

function describeReason(
  { error, cause }: { error?: string; cause?: string },
  failed: BatchJob | undefined,
  jobs: BuildJobs,
): string | undefined {
  const { exitCode, reason } = failed?.container ?? {}
  const code = exitCode === undefined ? undefined : `exit code ${exitCode}`
  const said = [reason ?? failed?.statusReason ?? cause ?? error, code].filter(Boolean).join(', ')
  const label = failed && jobs.labelJob(failed)
  return [label, said].filter(Boolean).join(': ') || undefined
}
