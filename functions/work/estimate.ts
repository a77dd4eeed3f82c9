import { type WorkModel, workModels } from './models.ts'

/** Resources needed to answer a request. */
export interface Work {
  /** Processor time of all threads, milliseconds. */
  cpuMs: number
  answerBytes: number
}

/** Maximum processor time of a light call. Short routes and searches take 2 to 10 ms. */
const maxLightMs = 60
/**
 * Maximum bytes of a light call's answer. Each process that passes a longer one on copies it: a millisecond for 200
 * kB.
 */
const maxLightAnswerBytes = 400_000

/**
 * Estimates the work of an operation from the unchecked fields of a request. Never throws: invalid numbers and lists
 * count as absent, since the operation refuses them. An operation without a model is heavy.
 */
export function estimateWork(operation: string, fields: Record<string, unknown>): Work {
  const model = Object.hasOwn(workModels, operation) ? workModels[operation] : undefined
  if (!model) return { cpuMs: Infinity, answerBytes: Infinity }
  return weigh(model, fields)
}

/** Returns whether a call may delay others, and so belongs on the workers for heavy calls. */
export function isHeavy({ cpuMs, answerBytes }: Work): boolean {
  return cpuMs > maxLightMs || answerBytes > maxLightAnswerBytes
}

function weigh({ cpuMs, answerBytes, count }: WorkModel, fields: Record<string, unknown>): Work {
  const counts = { call: 1, ...count(fields) } as Record<string, number>
  const sum = (weights: Readonly<Record<string, number>>) =>
    Object.entries(weights).reduce(
      (sum, [unit, weight]) => sum + weight * Math.max(0, counts[unit] ?? 0),
      0,
    )
  return { cpuMs: sum(cpuMs), answerBytes: sum(answerBytes) }
}
