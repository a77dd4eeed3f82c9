import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { Semaphore } from '#platform/concurrency'
import { localProcess } from '../../../functions/process-options.ts'
import type { Steps } from './run-job.ts'
import type { StepCall, StepName, StepReply } from './step-process.ts'

/** Milliseconds without work after which the processes end, and with them their memory. */
const idleMs = 30_000

/** Processes of jobs yield to those that answer calls. */
const niceness = 10

interface StepProcess {
  child: ChildProcess
  calls: Map<number, { resolve(output: unknown): void; reject(error: Error): void }>
}

/**
 * Processes that run steps of jobs, each one step at a time. They start with the first step and end when there
 * is nothing to do. The steps of a process that dies fail, and the next step starts another one.
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

  /** Ends the processes at once: what they were doing is done again by the next run. */
  stop(): void {
    this.#stopped = true
    this.#endAll()
  }

  async #run<Output>(step: StepName, input: unknown): Promise<Output> {
    return await this.#semaphore.run(async () => {
      if (this.#stopped) throw new Error('the processes of jobs were stopped')
      clearTimeout(this.#idle)
      const process = this.#free.pop() ?? this.#start()
      try {
        return (await this.#call(process, step, input)) as Output
      } finally {
        if (process.child.connected) this.#free.push(process)
        if (this.#free.length === this.#all.size) {
          this.#idle = setTimeout(() => this.#endAll(), idleMs).unref()
        }
      }
    })
  }

  #call({ child, calls }: StepProcess, step: StepName, input: unknown): Promise<unknown> {
    const id = ++this.#calls
    return new Promise((resolve, reject) => {
      calls.set(id, { resolve, reject })
      const call: StepCall = { id, step, input }
      child.send(call, (error) => {
        if (error) reject(error)
      })
    })
  }

  #start(): StepProcess {
    const program = new URL('./step-process.ts', import.meta.url)
    const child = fork(program, localProcess(this.#environment))
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
      for (const { reject } of process.calls.values())
        reject(new Error('a process of jobs has ended'))
    })
    return process
  }

  #endAll(): void {
    clearTimeout(this.#idle)
    for (const { child } of this.#all) child.kill('SIGKILL')
  }
}
