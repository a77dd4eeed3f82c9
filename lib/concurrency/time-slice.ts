import { FairQueue } from './fair-queue.ts'
import { currentOwner } from './owner.ts'

/** Milliseconds that long work may hold the event loop at a time. */
const sliceMs = 10
/** Milliseconds after which what an owner has used counts half. */
const halfLifeMs = 500

/** When the work that has the event loop now took it, and whose it is. */
let startedAt = 0
let runningFor: string | undefined
let isScheduled = false
const paused = new FairQueue<() => void>()

/** Milliseconds of the event loop by owner; those of long ago count less. */
const used = new Map<string, number>()
let decayedAt = 0

/**
 * Lets timers, messages and other calls run when the time slice is over; else continues at once. Long
 * work calls this between its steps. All paused work of the process shares the event loop: one piece
 * goes on in each turn of the loop, first that of the owner who has used the least of late.
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

/** Runs once in each turn of the event loop while somebody pauses or has a slice. */
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
