import { describe, expect, test } from 'vitest'
import { fargate } from '#platform/region-builds'
import { estimateCloudBuild, RegionError } from '../../region/index.ts'
import { estimatePartMemory, maxParts } from '../../region/parts/index.ts'

describe('the size of a build in the cloud', () => {
  test('grows with the extract, and is a size that Fargate offers', () => {
    const sizes = [30e6, 300e6, 1e9, 2e9, 4e9, 6e9].map((bytes) => estimateCloudBuild(bytes))
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

  test('is refused with advice when the extract needs more disk than Fargate offers', () => {
    expect(() => estimateCloudBuild(30e9)).toThrow(RegionError)
    expect(() => estimateCloudBuild(30e9)).toThrow(/of disk.*machine of your own/)
    expect(() => estimateCloudBuild(14e9, { parts: 30 })).toThrow(/of disk/)
    expect(() => estimateCloudBuild(13e9, { parts: 2 })).toThrow(/more --parts/)
  })

  test('is divided into parts on small machines when one machine lacks the disk', () => {
    expect(estimateCloudBuild(6.8e9).parts).toBeUndefined()
    for (const bytes of [7e9, 10e9, 13.7e9]) {
      const { parts, ...finish } = estimateCloudBuild(bytes)
      expect(parts!.part).toEqual(fargate.sizes[0])
      expect(parts!.count).toBeLessThanOrEqual(maxParts)
      const usable = 0.9 * parts!.part.memoryMebibytes * 2 ** 20
      expect(estimatePartMemory(bytes, parts!.count)).toBeLessThanOrEqual(usable)
      expect(estimatePartMemory(bytes, parts!.count - 1)).toBeGreaterThan(usable)
      expect(fargate.sizes).toContainEqual(parts!.plan)
      expect(finish.hours).toBeGreaterThan(estimateCloudBuild(6.8e9).hours)
      // Three jobs in sequence finish well within the limit of a day for each.
      expect(finish.hours).toBeLessThan(24)
    }
  })

  test('uses the requested number of parts for any extract, and a single job for one part', () => {
    const { parts, ...machine } = estimateCloudBuild(50e6, { parts: 4 })
    expect(parts).toEqual({ count: 4, plan: fargate.sizes[0], part: fargate.sizes[0] })
    expect(machine).toMatchObject(fargate.sizes[0])
    expect(estimateCloudBuild(50e6, { parts: 1 })).toEqual(estimateCloudBuild(50e6))
    expect(() => estimateCloudBuild(7e9, { parts: 1 })).toThrow(/of disk/)
  })
})
