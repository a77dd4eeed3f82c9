import { resolve } from 'node:path'
import { openDataset } from '#ground/dataset'
import type { Bounds } from '#ground/geo'
import { openStorage } from '#platform/storage'
import { type MeasuredCall, measuredCaller } from '../test/fixtures/measured-call.ts'
import { benchHome, buildBenchRegion } from './region.ts'

/** Opens the real handlers in this process, on the region of the benchmarks. */
export async function openCaller(): Promise<{
  call: MeasuredCall
  region: string
  bounds: Bounds
}> {
  const region = await buildBenchRegion()
  const storage = await openStorage({ CAIRN_HOME: benchHome })
  const { manifest } = await openDataset(storage, region)
  return { call: await measuredCaller(resolve(benchHome), region), region, bounds: manifest.bounds }
}
