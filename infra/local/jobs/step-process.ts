import { handler as finish } from '../../../functions/jobs/finish/handler.ts'
import { handler as merge } from '../../../functions/jobs/merge/handler.ts'
import { handler as plan } from '../../../functions/jobs/plan/handler.ts'
import { handler as work } from '../../../functions/jobs/work/handler.ts'

/** Message to a step process, which calls the function that a deployment uses for the step. */
export interface StepCall {
  id: number
  step: StepName
  input: unknown
}

export type StepReply =
  | { id: number; output: unknown }
  | { id: number; error: { name: string; message: string } }

const steps = { plan, work, merge, finish }

export type StepName = keyof typeof steps

process.on('message', async ({ id, step, input }: StepCall) => {
  const reply = await run(step, input).then(
    (output) => ({ id, output }),
    (error: Error) => ({ id, error: { name: error.name, message: describe(error) } }),
  )
  process.send?.(reply)
})

async function run(step: StepName, input: unknown): Promise<unknown> {
  return await (steps[step] as (input: unknown) => Promise<unknown>)(input)
}

function describe(error: Error): string {
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}

// The runner has ended.
process.on('disconnect', () => process.exit(0))
// Ctrl-C reaches the whole process group; the runner decides when this process ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
