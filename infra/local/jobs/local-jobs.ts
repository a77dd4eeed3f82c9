import { type LocalJobStore, openLocalJobs } from '#places/jobs'
import { openJobFiles } from '#platform/storage'
import { JobRunner } from './job-runner.ts'
import { StepPool } from './step-pool.ts'

export interface LocalJobsOptions {
  /** Environment variables of the step processes, which specify the data and the region. */
  environment: NodeJS.ProcessEnv
  home: string
  /** Number of processes that run steps. */
  processes: number
  log(line: string): void
}

/** The jobs of one machine: their store, their files, a runner and its processes. */
export class LocalJobs {
  readonly #jobs: LocalJobStore
  readonly #runner: JobRunner
  readonly #steps: StepPool

  private constructor(jobs: LocalJobStore, runner: JobRunner, steps: StepPool) {
    this.#jobs = jobs
    this.#runner = runner
    this.#steps = steps
  }

  static async open({ environment, home, processes, log }: LocalJobsOptions): Promise<LocalJobs> {
    const jobs = await openLocalJobs(environment)
    const files = await openJobFiles(environment)
    const steps = new StepPool(processes, environment)
    return new LocalJobs(jobs, new JobRunner({ jobs, files, home, steps, processes, log }), steps)
  }

  /** Resumes the interrupted jobs and watches the folder of inputs. */
  async start(): Promise<void> {
    await this.#runner.start()
  }

  /** Runs the job of an input, unless it is in progress or has ended. Resolves when it is settled. */
  submit(key: string): Promise<void> {
    return this.#runner.submit(key)
  }

  /** Stops at once; the next start resumes the jobs. */
  async stop(): Promise<void> {
    const stopped = this.#runner.stop()
    this.#steps.stop()
    await stopped
    this.#jobs.close()
  }
}
