import { fork } from 'node:child_process'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RegionError } from '../errors.ts'
import type { GdalMessage, GdalStep, RasterFacts } from './gdal-steps.ts'

const child = fileURLToPath(new URL('./gdal-child.ts', import.meta.url))

export interface GdalOptions {
  signal?: AbortSignal | undefined
  /** Called after each step with the number of steps done. */
  onStep?: (done: number) => void
}

/** The line of a crash report that says what happened. */
function errorIn(report: string): string | undefined {
  return report.split('\n').find((line) => /^\w*Error\b|^Aborted/.test(line))
}

/**
 * Runs GDAL programs in order in one fresh process and gives what each `info` found, in step order.
 *
 * @throws RegionError that names the input of the step that failed.
 */
export async function runGdal(
  steps: readonly GdalStep[],
  { signal, onStep }: GdalOptions = {},
): Promise<RasterFacts[]> {
  signal?.throwIfAborted()
  const facts: RasterFacts[] = []
  if (steps.length === 0) return facts
  const gdal = fork(child, { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  let lastWords = ''
  gdal.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-2000)
  })
  const kill = (): void => void gdal.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  try {
    await new Promise<void>((resolve, reject) => {
      let done = 0
      const fail = (message: string): void => {
        const step = steps[Math.min(done, steps.length - 1)]!
        const name = basename(step.input)
        reject(new RegionError(`${name} cannot be converted: ${message.trim()}`))
      }
      gdal.on('message', (message: GdalMessage) => {
        if (message.kind === 'failed') return fail(message.message)
        if (message.facts) facts.push(message.facts)
        done++
        onStep?.(done)
      })
      gdal.once('error', reject)
      gdal.once('close', (code, killer) => {
        if (done === steps.length) resolve()
        else if (signal?.aborted) reject(signal.reason)
        else fail(errorIn(lastWords) ?? `GDAL ended with ${killer ?? code}`)
      })
      gdal.send(steps)
    })
  } finally {
    signal?.removeEventListener('abort', kill)
    kill()
  }
  return facts
}
