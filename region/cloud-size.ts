import { formatSize } from '../lib/progress/index.ts'
import { fargate, usdPerHour } from '../lib/region-builds/index.ts'
import { RegionError } from './errors.ts'
import { partMemory } from './parts/index.ts'
import { neededBytes, stageMemory } from './resources.ts'

export interface CloudBuildSize {
  vcpus: number
  memoryMebibytes: number
  /** Estimates, from the times of 1, 8 and 40 copies of greater Porto. */
  hours: number
  usd: number
}

/** Of disk and memory that a build may fill. */
const usableShare = 0.9
/** Parts of which one at least must fit in memory beside the places and the map. */
const parts = 4

/**
 * The smallest machine that a build in the cloud fits in; larger extracts are built in parts there.
 *
 * @throws RegionError for an extract that needs more disk than a machine has.
 */
export function sizeOfCloudBuild(extractBytes: number): CloudBuildSize {
  const needed = neededBytes({ extractBytes, rasterBytes: 0, cells: 0, featurePixels: 0 })
  const diskBytes = fargate.diskGibibytes * 2 ** 30
  if (needed > usableShare * diskBytes)
    throw new RegionError(
      `An extract of ${formatSize(extractBytes)} needs ${formatSize(needed)} of disk, and a machine in the cloud has ` +
        `${formatSize(diskBytes)}: build it on a machine of your own, or its areas by themselves.`,
    )
  // Places and map are made beside the road graph.
  const memory = partMemory(extractBytes, parts) + 2 * stageMemory(extractBytes)
  const { vcpus, memoryMebibytes } =
    fargate.sizes.find((size) => memory <= usableShare * size.memoryMebibytes * 2 ** 20) ??
    fargate.sizes.at(-1)!
  const hours = hoursOf(extractBytes, vcpus)
  return { vcpus, memoryMebibytes, hours, usd: hours * usdPerHour({ vcpus, memoryMebibytes }) }
}

/**
 * Processor seconds for a megabyte of extract without elevation, measured on 40 copies of greater Porto: 1.5 for what
 * Node does, places and map for the most part, reckoned as one thread; 1.1 for the engine's builder, of which a sixth on
 * the whole.
 */
const perMegabyte = { node: 1.5, builder: 1.1, ofWhole: 1 / 6 }
/** For elevation, the ground, slower processors, and the rings of parts. */
const margin = 1.5
/** Download, start of the machine and upload. */
const fixedHours = 0.1

function hoursOf(extractBytes: number, vcpus: number): number {
  const megabytes = extractBytes / 1e6
  const { node, builder, ofWhole } = perMegabyte
  const inParts = (1 - ofWhole) / (vcpus - 2)
  const seconds = megabytes * Math.max(node, builder * (ofWhole + inParts))
  return (margin * seconds) / 3600 + fixedHours
}
