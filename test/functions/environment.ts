import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import type { FunctionName, ToEnvironment } from './environment.child.ts'

/** One environment of a function: a process and its writable folder, for the life of the environment. */
export class FunctionEnvironment {
  readonly folder = mkdtempSync(join(tmpdir(), 'cairn-environment-'))
  readonly #variables: Record<string, string>
  #child: ChildProcess
  #printed = ''

  constructor(variables: Record<string, string>) {
    this.#variables = variables
    this.#child = this.#start()
  }

  /** Log output of the functions. */
  get log(): string {
    return this.#printed
  }

  /** Sends one call after the other, as the platform does. */
  async call(name: FunctionName, event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
    const answered = new AbortController()
    const { signal } = answered
    const crash = once(this.#child, 'exit', { signal }).then(() => {
      throw new Error(`the environment has ended:\n${this.#printed}`)
    })
    const answer = once(this.#child, 'message', { signal })
    this.#send({ type: 'call', function: name, event })
    try {
      return (await Promise.race([answer, crash]))[0]
    } finally {
      answered.abort()
    }
  }

  later(milliseconds: number): void {
    this.#send({ type: 'later', milliseconds })
  }

  /** Ends the process, as in a crash, and starts another on the same folder. */
  async restart(): Promise<void> {
    await this.#end()
    this.#child = this.#start()
  }

  async stop(): Promise<void> {
    await this.#end()
    rmSync(this.folder, { recursive: true })
  }

  #start(): ChildProcess {
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const child = fork(new URL('./environment.child.ts', import.meta.url), {
      env: { PATH, NODE_COMPILE_CACHE, ...this.#variables, TMPDIR: this.folder },
      silent: true,
    })
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (data) => {
        this.#printed += data
      })
    return child
  }

  async #end(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }

  #send(message: ToEnvironment): void {
    this.#child.send(message)
  }
}
