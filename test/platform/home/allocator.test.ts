import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { builderAllocator, engineAllocator, workerAllocator } from '#platform/home'

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }

/** Returns the MiB left in the heap of a process after a thread has allocated 16 MiB and freed them. */
function keptMebibytes(GLIBC_TUNABLES?: string): number {
  // Scrypt allocates 128 r N bytes.
  const script = `
    const heapBytes = () => {
      const [, from, to] = /^(\\w+)-(\\w+) .*\\[heap\\]$/m.exec(require('fs').readFileSync('/proc/self/maps', 'utf8'))
      return Number.parseInt(to, 16) - Number.parseInt(from, 16)
    }
    const before = heapBytes()
    require('crypto').scrypt('a', 'b', 32, { N: 16384, r: 8 }, () => console.log(heapBytes() - before))
  `
  const { GLIBC_TUNABLES: _, ...env } = process.env
  const output = execFileSync(process.execPath, ['-e', script], {
    env: { ...env, ...(GLIBC_TUNABLES && { GLIBC_TUNABLES }) },
    encoding: 'utf8',
  })
  return Number(output) / 2 ** 20
}

describe.skipIf(header.glibcVersionRuntime === undefined)('the allocator of glibc', () => {
  test('keeps memory that a thread of the engine frees, for all threads', () => {
    expect(keptMebibytes(engineAllocator)).toBeGreaterThan(7)
    expect(keptMebibytes()).toBeLessThan(1)
  })

  test('returns memory that a worker of the local server no longer needs', () => {
    expect(keptMebibytes(workerAllocator)).toBeLessThan(1)
  })

  test('uses a separate heap for each thread of the builder', () => {
    expect(keptMebibytes(builderAllocator)).toBeLessThan(1)
  })
})
