import { setTimeout as sleep } from 'node:timers/promises'
import { type AwsAccess, callAws } from './aws-calls.ts'
import type { RegionBuildsInput } from './input.ts'

/** What an execution is at. */
export type BuildStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED'

export interface BuildCallbacks {
  /** A state of the job: `RUNNABLE` waits for a machine, `STARTING` for its image. */
  onState(state: string): void
  /** A line of the job's log. */
  onLine(line: string): void
  signal?: AbortSignal
  /** Between two looks. */
  pollMs?: number
}

export interface BuildEnd {
  status: BuildStatus
  /** Why it failed, as Step Functions and Batch say it. */
  reason: string | undefined
}

/** Starts the builds. @returns The ARN of the execution. */
export async function startBuilds(
  access: AwsAccess,
  stateMachineArn: string,
  input: RegionBuildsInput,
): Promise<string> {
  const { executionArn } = await callAws<{ executionArn: string }>(access, {
    ...{ service: 'states', action: 'StartExecution' },
    input: { stateMachineArn, input: JSON.stringify(input) },
  })
  return executionArn
}

/** Stops an execution, and with it its jobs. */
export async function stopBuilds(access: AwsAccess, executionArn: string): Promise<void> {
  const input = { executionArn, cause: 'Stopped by the command line' }
  await callAws(access, { service: 'states', action: 'StopExecution', input })
}

interface Job {
  status: string
  statusReason?: string
  container?: { logStreamName?: string; reason?: string; exitCode?: number }
}

/** Follows an execution of one build to its end: the states of its job and the lines of its log. */
export async function watchBuild(
  access: AwsAccess,
  { executionArn, logGroup }: { executionArn: string; logGroup: string },
  { onState, onLine, signal, pollMs = 5000 }: BuildCallbacks,
): Promise<BuildEnd> {
  let jobId: string | undefined
  let job: Job | undefined
  let state = ''
  const log = new JobLog(access, logGroup)
  for (;;) {
    signal?.throwIfAborted()
    const execution = await callAws<{ status: BuildStatus; error?: string; cause?: string }>(
      access,
      { service: 'states', action: 'DescribeExecution', input: { executionArn } },
    )
    jobId ??= await findJob(access, executionArn)
    if (jobId) {
      const input = { jobs: [jobId] }
      const { jobs } = await callAws<{ jobs: Job[] }>(access, {
        ...{ service: 'batch', action: 'v1/describejobs', input },
      })
      job = jobs[0] ?? job
      if (job && job.status !== state) {
        state = job.status
        onState(state)
      }
    }
    const stream = job?.container?.logStreamName
    if (stream) for (const line of await log.next(stream)) onLine(line)
    if (execution.status !== 'RUNNING') {
      const { exitCode, reason } = job?.container ?? {}
      const code = exitCode === undefined ? undefined : `exit code ${exitCode}`
      const said = [reason ?? job?.statusReason ?? execution.cause ?? execution.error, code]
      return { status: execution.status, reason: said.filter(Boolean).join(', ') || undefined }
    }
    // An abort is thrown at the next turn.
    await sleep(pollMs, undefined, { ...(signal && { signal }) }).catch(() => {})
  }
}

/** The job that the execution has submitted, from its history. */
async function findJob(access: AwsAccess, executionArn: string): Promise<string | undefined> {
  interface Event {
    taskSubmittedEventDetails?: { output?: string }
  }
  const { events } = await callAws<{ events: Event[] }>(access, {
    ...{ service: 'states', action: 'GetExecutionHistory' },
    input: { executionArn, maxResults: 100 },
  })
  const output = events.map((event) => event.taskSubmittedEventDetails?.output).find(Boolean)
  return output ? (JSON.parse(output) as { JobId?: string }).JobId : undefined
}

/** The log of a job, from its first line. */
class JobLog {
  readonly #access: AwsAccess
  readonly #logGroupName: string
  #token: string | undefined

  constructor(access: AwsAccess, logGroupName: string) {
    this.#access = access
    this.#logGroupName = logGroupName
  }

  /** Lines since the last call. */
  async next(logStreamName: string): Promise<string[]> {
    const lines: string[] = []
    for (;;) {
      const answer = await callAws<{ events: { message: string }[]; nextForwardToken: string }>(
        this.#access,
        {
          ...{ service: 'logs', action: 'GetLogEvents' },
          input: {
            ...{ logGroupName: this.#logGroupName, logStreamName, startFromHead: true },
            ...(this.#token && { nextToken: this.#token }),
          },
        },
      ).catch((error: { code?: string }) => {
        // The stream comes with the first line.
        if (error.code === 'ResourceNotFoundException') return undefined
        throw error
      })
      if (!answer) return lines
      lines.push(...answer.events.map(({ message }) => message))
      // At the end of the stream the token stays the same.
      if (answer.nextForwardToken === this.#token) return lines
      this.#token = answer.nextForwardToken
    }
  }
}
