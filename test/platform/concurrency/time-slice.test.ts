import { describe, expect, test } from 'vitest'
import { pause, runOnBehalf } from '#platform/concurrency'

/** Blocks the event loop for the given time. */
function hold(milliseconds: number): void {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('long work that pauses', () => {
  test('lets timers and messages run in between', async () => {
    let ticks = 0
    let isDone = false
    const tick = () => {
      ticks++
      if (!isDone) setImmediate(tick)
    }
    setImmediate(tick)
    for (let step = 0; step < 30; step++) {
      hold(4)
      await pause()
    }
    isDone = true
    expect(ticks).toBeGreaterThan(5)
  })

  test('does not wait while its time slice lasts', async () => {
    let turns = 0
    setImmediate(() => turns++)
    for (let step = 0; step < 100; step++) await pause()
    expect(turns).toBe(0)
  })

  test('rejects with the reason of its signal, whose timer runs in between', async () => {
    const signal = AbortSignal.timeout(30)
    const endless = async () => {
      for (;;) {
        hold(2)
        await pause(signal)
      }
    }
    await expect(endless()).rejects.toThrow('timeout')
  })

  test('takes turns by account: one piece of one account ends soon beside thirty of another', async () => {
    let steps = 0
    const piece = async (count: number) => {
      for (let step = 0; step < count; step++) {
        hold(11)
        steps++
        await pause()
      }
    }
    const many = runOnBehalf('many', () => Promise.all(Array.from({ length: 30 }, () => piece(2))))
    const one = runOnBehalf('one', () => piece(3))
    await one
    // The thirty pieces took their first steps before the first turn.
    expect(steps).toBeLessThan(30 + 3 + 4)
    await many
    expect(steps).toBe(63)
  })

  test('continues with one of several pieces in each turn of the event loop', async () => {
    let maxInTurn = 0
    let inTurn = 0
    let isDone = false
    const turn = () => {
      maxInTurn = Math.max(maxInTurn, inTurn)
      inTurn = 0
      if (!isDone) setImmediate(turn)
    }
    const piece = async () => {
      await pause()
      for (let step = 0; step < 5; step++) {
        hold(11)
        inTurn++
        await pause()
      }
    }
    const pieces = Promise.all(Array.from({ length: 6 }, piece))
    await new Promise(setImmediate)
    inTurn = 0
    turn()
    await pieces
    isDone = true
    expect(maxInTurn).toBeLessThanOrEqual(2)
  })
})
