import { FairQueue } from './fair-queue.ts'
import { currentOwner } from './owner.ts'

/** Milliseconds that long work may hold the event loop at a time. */
const sliceMs = 10

/** When the work that has the event loop now took it. */
let startedAt = 0
let isScheduled = false
const paused = new FairQueue<() => void>()

/**
 * Lets timers, messages and other calls run when the time slice is over; else continues at once. Long
 * work calls this between its steps. All paused work of the process shares the event loop: one piece
 * goes on in each turn of the loop, and owners take turns.
 *
 * Throws the signal's reason when it is aborted.
 */
export async function pause(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  if (!isScheduled) schedule()
  if (performance.now() - startedAt < sliceMs) return
  await new Promise<void>((resolve) => paused.push(currentOwner(), resolve))
  signal?.throwIfAborted()
}

/** Runs once in each turn of the event loop while somebody pauses or has a slice. */
function schedule(): void {
  isScheduled = true
  startedAt = performance.now()
  setImmediate(nextTurn)
}

function nextTurn(): void {
  isScheduled = false
  const next = paused.shift()
  if (!next) return
  schedule()
  next()
}
