import { FairQueue } from './fair-queue.ts'
import { readOwner } from './owner.ts'

/** Maximum time that long work may block the event loop, ms. */
const sliceMs = 10
/** Half-life of the time that an owner has used, ms. */
const halfLifeMs = 500

/** Start and owner of the running time slice. */
let startedAt = 0
let runningFor: string | undefined
let isScheduled = false
const paused = new FairQueue<() => void>()

/** Recently used time of the event loop by owner, ms. */
const used = new Map<string, number>()
let decayedAt = 0

/**
 * Yields to timers, messages and other calls when the time slice is over; otherwise continues at once. Long work
 * calls this between its steps. Each turn of the event loop resumes one paused task, chosen from the owner with the
 * least recent time.
 *
 * Throws the signal's reason when it is aborted.
 */
export async function pause(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  if (!isScheduled) schedule(undefined)
  if (performance.now() - startedAt < sliceMs) return
  const owner = readOwner()
  await new Promise<void>((resolve) => {
    paused.push(owner, () => {
      schedule(owner)
      resolve()
    })
  })
  signal?.throwIfAborted()
}

/** Runs once in each turn of the event loop while work is paused or running. */
function schedule(owner: string | undefined): void {
  isScheduled = true
  runningFor = owner
  startedAt = performance.now()
  setImmediate(runTurn)
}

function runTurn(): void {
  isScheduled = false
  recordTime()
  paused.shift((owner) => used.get(owner) ?? 0)?.()
}

function recordTime(): void {
  const now = performance.now()
  if (now - decayedAt > halfLifeMs) {
    decayedAt = now
    for (const [owner, milliseconds] of used) {
      if (milliseconds < 1) used.delete(owner)
      else used.set(owner, milliseconds / 2)
    }
  }
  if (runningFor === undefined) return
  used.set(runningFor, (used.get(runningFor) ?? 0) + now - startedAt)
}
