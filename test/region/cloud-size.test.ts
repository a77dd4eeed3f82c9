import { describe, expect, test } from 'vitest'
import { fargate } from '../../lib/region-builds/index.ts'
import { RegionError, sizeOfCloudBuild } from '../../region/index.ts'

describe('the size of a build in the cloud', () => {
  test('grows with the extract, and is one that Fargate has', () => {
    const sizes = [30e6, 300e6, 1e9, 2e9, 4e9, 6e9].map((bytes) => sizeOfCloudBuild(bytes))
    for (const [i, { vcpus, memoryMebibytes, hours, usd }] of sizes.entries()) {
      expect(fargate.sizes).toContainEqual({ vcpus, memoryMebibytes })
      if (i === 0) continue
      expect(vcpus).toBeGreaterThanOrEqual(sizes[i - 1]!.vcpus)
      expect(hours).toBeGreaterThan(sizes[i - 1]!.hours)
      expect(usd).toBeGreaterThan(sizes[i - 1]!.usd)
    }
    expect(sizes[0]!.vcpus).toBe(4)
    expect(sizes.at(-1)!.vcpus).toBe(16)
  })

  test('of an extract that needs more disk than there is, is refused with what to do', () => {
    expect(() => sizeOfCloudBuild(30e9)).toThrow(RegionError)
    expect(() => sizeOfCloudBuild(30e9)).toThrow(/of disk.*machine of your own/)
  })
})
