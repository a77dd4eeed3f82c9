import { FairQueue } from './fair-queue.ts'
import { currentOwner } from './owner.ts'

/** Milliseconds that long work may hold the event loop at a time. */
const sliceMs = 10
/** Half-life of the time that an owner has used, milliseconds. */
const halfLifeMs = 500

/** Start and owner of the running time slice. */
let startedAt = 0
let runningFor: string | undefined
let isScheduled = false
const paused = new FairQueue<() => void>()

/** Recent milliseconds of the event loop by owner. */
const used = new Map<string, number>()
let decayedAt = 0

/**
 * Yields to timers, messages and other calls when the time slice is over; otherwise continues at once. Long
 * work calls this between its steps. In each turn of the event loop one paused piece of work continues,
 * that of the owner with the least recent time.
 *
 * Throws the signal's reason when it is aborted.
 */
export async function pause(signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted()
  if (!isScheduled) schedule(undefined)
  if (performance.now() - startedAt < sliceMs) return
  const owner = currentOwner()
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
  setImmediate(nextTurn)
}

function nextTurn(): void {
  isScheduled = false
  account()
  paused.shift((owner) => used.get(owner) ?? 0)?.()
}

function account(): void {
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
