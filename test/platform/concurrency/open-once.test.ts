import { describe, expect, test } from 'vitest'
import { OpenOnce } from '#platform/concurrency'

class Resource {
  closed = 0
  close() {
    this.closed++
  }
}

const open = async () => new Resource()

describe('a resource that is opened once', () => {
  test('is shared by all callers in one place, also while it is being opened', async () => {
    const resources = new OpenOnce<Resource>()
    const [first, second] = await Promise.all([
      resources.open('a', open),
      resources.open('a', open),
    ])
    expect(second).toBe(first)
    expect(await resources.open('a', open)).toBe(first)
    expect(await resources.open('b', open)).not.toBe(first)
  })

  test('is opened again after it is closed, and a second close of the old one leaves the new one shared', async () => {
    const resources = new OpenOnce<Resource>()
    const first = await resources.open('a', open)
    first.close()
    const second = await resources.open('a', open)
    expect(second).not.toBe(first)
    first.close()
    expect(await resources.open('a', open)).toBe(second)
    expect([first.closed, second.closed]).toEqual([2, 0])
  })

  test('is opened again after a failure, which rejects every waiting caller', async () => {
    const resources = new OpenOnce<Resource>()
    const failing = () => Promise.reject(new Error('locked'))
    const failed = await Promise.allSettled([
      resources.open('a', failing),
      resources.open('a', open),
    ])
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await resources.open('a', open)).toBeInstanceOf(Resource)
  })
})
