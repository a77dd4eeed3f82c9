import { describe, expect, test } from 'vitest'
import { SingleFlight } from '#platform/concurrency'

/** Work that ends on request, and counts how often it was started and aborted. */
function piloted(): {
  started: number
  calledOff: unknown[]
  work(signal: AbortSignal): Promise<string>
  land(what: string): void
} {
  const landings: ((what: string) => void)[] = []
  const pilot = {
    started: 0,
    calledOff: [] as unknown[],
    work(signal: AbortSignal): Promise<string> {
      pilot.started++
      return new Promise<string>((resolve, reject) => {
        landings.push(resolve)
        signal.addEventListener('abort', () => {
          pilot.calledOff.push(signal.reason)
          reject(signal.reason)
        })
      })
    },
    land(what: string): void {
      for (const landing of landings) landing(what)
    },
  }
  return pilot
}

describe('a shared flight', () => {
  test('is aborted when its last caller aborts, not before', async () => {
    const flights = new SingleFlight<string>()
    const pilot = piloted()
    const [one, two] = [new AbortController(), new AbortController()]
    const first = flights.run('key', 'what', pilot.work, one.signal)
    const second = flights.run('key', 'what', pilot.work, two.signal)
    one.abort(new Error('first'))
    await expect(first).rejects.toThrow('first')
    expect(pilot.calledOff).toEqual([])
    two.abort(new Error('second'))
    await expect(second).rejects.toThrow('second')
    expect(pilot).toMatchObject({ started: 1, calledOff: [{ message: 'second' }] })
  })

  test('finishes for a caller without a signal when all others abort', async () => {
    const flights = new SingleFlight<string>()
    const pilot = piloted()
    const abort = new AbortController()
    const stays = flights.run('key', 'what', pilot.work)
    const leaves = flights.run('key', 'what', pilot.work, abort.signal)
    abort.abort(new Error('gone'))
    await expect(leaves).rejects.toThrow('gone')
    pilot.land('landed')
    expect(await stays).toBe('landed')
    expect(pilot.calledOff).toEqual([])
  })

  test('is not joined after it was aborted', async () => {
    const flights = new SingleFlight<string>()
    const pilot = piloted()
    const abort = new AbortController()
    const left = flights.run('key', 'what', pilot.work, abort.signal)
    abort.abort(new Error('gone'))
    const next = flights.run('key', 'what', pilot.work)
    await expect(left).rejects.toThrow('gone')
    pilot.land('landed')
    expect(await next).toBe('landed')
    expect(pilot.started).toBe(2)
  })

  test('is not joined after a write, and still finishes', async () => {
    const flights = new SingleFlight<string>()
    const [old, fresh] = [piloted(), piloted()]
    const before = flights.run('key', 'what', old.work)
    flights.forget('key')
    const after = flights.run('key', 'what', fresh.work)
    const joined = flights.run('key', 'what', fresh.work)
    old.land('old')
    fresh.land('new')
    expect(await Promise.all([before, after, joined])).toEqual(['old', 'new', 'new'])
    expect([old.started, fresh.started]).toEqual([1, 1])
  })

  test('is not remembered after it failed', async () => {
    const flights = new SingleFlight<string>()
    await expect(flights.run('key', 'what', () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    )
    expect(await flights.run('key', 'what', async () => 'yes')).toBe('yes')
  })
})
