import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { Semaphore } from '#platform/concurrency'
import { makeProcessOptions } from '../../../functions/process-options.ts'
import type { Steps } from './run-job.ts'
import type { StepCall, StepName, StepReply } from './step-process.ts'

/** Milliseconds without work after which the processes end, which frees their memory. */
const idleMs = 30_000

/** Niceness of job processes, which yield to the processes that answer calls. */
const niceness = 10

/** A step that did not reach its process. */
class UnsentError extends Error {}

interface RunningStep {
  resolve(output: unknown): void
  reject(error: Error): void
  isSent: boolean
}

interface StepProcess {
  child: ChildProcess
  calls: Map<number, RunningStep>
}

/**
 * Processes that run steps of jobs, each one step at a time. They start with the first step and end when idle. When a
 * process dies, its steps fail, and the next step starts a new process.
 */
export class StepPool implements Steps {
  readonly #semaphore: Semaphore
  readonly #environment: NodeJS.ProcessEnv
  readonly #free: StepProcess[] = []
  readonly #all = new Set<StepProcess>()
  #idle: NodeJS.Timeout | undefined
  #calls = 0
  #stopped = false

  constructor(size: number, environment: NodeJS.ProcessEnv) {
    this.#semaphore = new Semaphore(size)
    this.#environment = environment
  }

  plan: Steps['plan'] = (input) => this.#run('plan', input)
  work: Steps['work'] = (input) => this.#run('work', input)
  merge: Steps['merge'] = (input) => this.#run('merge', input)
  finish: Steps['finish'] = (input) => this.#run('finish', input)

  /** Ends the processes at once. The next run repeats their unfinished steps. */
  stop(): void {
    this.#stopped = true
    this.#endAll()
  }

  async #run<Output>(step: StepName, input: unknown): Promise<Output> {
    return await this.#semaphore.run(async () => {
      const waiting = this.#free.pop()
      try {
        if (waiting) return (await this.#call(waiting, step, input)) as Output
      } catch (error) {
        // The process had died while it waited, so nothing has run yet.
        if (!(error instanceof UnsentError)) throw error
      }
      return (await this.#call(undefined, step, input)) as Output
    })
  }

  /** Sends a step to a waiting process, or to a new one. */
  async #call(waiting: StepProcess | undefined, step: StepName, input: unknown): Promise<unknown> {
    if (this.#stopped) throw new Error('the processes of jobs were stopped')
    clearTimeout(this.#idle)
    const process = waiting ?? this.#start()
    const { child, calls } = process
    const id = ++this.#calls
    try {
      return await new Promise((resolve, reject) => {
        const running: RunningStep = { resolve, reject, isSent: false }
        calls.set(id, running)
        const call: StepCall = { id, step, input }
        child.send(call, (error) => {
          running.isSent = !error
          if (!error) return
          child.kill('SIGKILL')
          reject(new UnsentError(error.message))
        })
      })
    } finally {
      calls.delete(id)
      if (child.connected && !child.killed) this.#free.push(process)
      if (this.#free.length === this.#all.size) {
        this.#idle = setTimeout(() => this.#endAll(), idleMs).unref()
      }
    }
  }

  #start(): StepProcess {
    const program = new URL('./step-process.ts', import.meta.url)
    const child = fork(program, makeProcessOptions(this.#environment))
    const process: StepProcess = { child, calls: new Map() }
    this.#all.add(process)
    try {
      setPriority(child.pid!, niceness)
    } catch {
      // The process has ended, or the system does not allow it.
    }
    child.on('message', (reply: StepReply) => {
      const call = process.calls.get(reply.id)
      process.calls.delete(reply.id)
      if ('output' in reply) call?.resolve(reply.output)
      else call?.reject(Object.assign(new Error(reply.error.message), { name: reply.error.name }))
    })
    child.on('error', () => {})
    child.once('exit', () => {
      this.#all.delete(process)
      const index = this.#free.indexOf(process)
      if (index >= 0) this.#free.splice(index, 1)
      for (const { reject, isSent } of process.calls.values()) {
        const message = 'a process of jobs has ended'
        reject(isSent ? new Error(message) : new UnsentError(message))
      }
    })
    return process
  }

  #endAll(): void {
    clearTimeout(this.#idle)
    for (const { child } of this.#all) child.kill('SIGKILL')
  }
}
