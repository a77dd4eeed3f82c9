import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { homeOver, startServer } from '../fixtures/server.ts'

const mebibyte = 1024 * 1024

test.skipIf(process.platform !== 'linux')(
  '50 concurrent bodies of 6 MB are all answered with less than 500 MiB of memory',
  async () => {
    const server = await startServer(homeOver(inject('builtHome')))
    try {
      const { key } = await server.newKey('1.00')
      const body = `{"shape": [], "encoded_polyline": "${'x'.repeat(6 * mebibyte - 100)}"}`
      const send = () => server.post('/v1/routing/snap', body, { 'x-api-key': key })
      const answers = await Promise.all(Array.from({ length: 50 }, send))
      const statuses = answers.map(({ status }) => status)
      // 400 because the body is invalid; 503 if the machine is too slow to take all bodies in time.
      expect(statuses.filter((status) => status !== 400 && status !== 503)).toEqual([])
      expect(statuses).toContain(400)
      const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8')
      const peakKibibytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1])
      // The peak is 1.1 GB when all bodies are held at once.
      expect(peakKibibytes / 1024).toBeLessThan(500)
    } finally {
      await server.stop()
    }
  },
  120_000,
)
