import { formatSize } from '#platform/progress'
import {
  estimateUsdPerHour,
  fargate,
  type RegionBuildMachine,
  type RegionBuildParts,
} from '#platform/region-builds'
import { RegionError } from './errors.ts'
import { countPartsThatFit, estimatePartMemory, ringFactor } from './parts/index.ts'
import { estimatePlanBytes, estimateStageMemory, neededBytes } from './resources.ts'

/** The machine that builds the region, and the machines of its parts if these are separate jobs. */
export interface CloudBuildSize extends RegionBuildMachine {
  parts?: Pick<RegionBuildParts, 'count' | 'plan' | 'part'>
  /** Estimates, from the times of 1, 8 and 40 copies of greater Porto. */
  hours: number
  usd: number
}

/** Share of disk and memory that a build may fill. */
const usableShare = 0.9
/** Number of parts on one machine. At least one part must fit in memory beside the places and the map. */
const partsOfOneJob = 4

/**
 * Returns the smallest machine that fits a build in the cloud. An extract that needs more disk than a machine has is
 * built in the smallest number of parts that fit in the memory of the smallest machine, each on a machine of its own.
 *
 * @param options `parts`: number of machines for the parts, whatever the size; 1 is one job for all.
 * @throws RegionError for an extract that needs more disk or memory than a machine has.
 */
export function estimateCloudBuild(
  extractBytes: number,
  { parts }: { parts?: number | undefined } = {},
): CloudBuildSize {
  const needed = { extractBytes, rasterBytes: 0, cells: 0, featurePixels: 0 }
  const isOneJob = parts === undefined ? fitsOnDisk(neededBytes(needed)) : parts === 1
  if (!isOneJob) return estimateInParts(extractBytes, parts)
  assertOnDisk(extractBytes, neededBytes(needed))
  // Places and map are built beside the road graph.
  const memory =
    estimatePartMemory(extractBytes, partsOfOneJob) + 2 * estimateStageMemory(extractBytes)
  const machine = findMachine(memory) ?? fargate.sizes.at(-1)!
  const hours = estimateHours(extractBytes, machine.vcpus)
  return { ...machine, hours, usd: hours * estimateUsdPerHour(machine) }
}

function estimateInParts(extractBytes: number, wanted: number | undefined): CloudBuildSize {
  const needed = { extractBytes, rasterBytes: 0, cells: 0, featurePixels: 0, isFromParts: true }
  assertOnDisk(extractBytes, Math.max(neededBytes(needed), estimatePlanBytes(extractBytes)))
  const count = wanted ?? countPartsThatFit(extractBytes, usableMemory(fargate.sizes[0]), 2)
  // Places and map are built one after the other: together they do not fit.
  const finish = findMachine(estimateStageMemory(extractBytes))
  const part = findMachine(estimatePartMemory(extractBytes, count))
  if (!finish || !part)
    throw new RegionError(
      `An extract of ${formatSize(extractBytes)} in ${count} parts needs more memory than a machine in the cloud has: ` +
        (part ? 'build it on a machine of your own.' : 'name more --parts.'),
    )
  const plan = finish
  const times = estimateHoursInParts(extractBytes, { count, vcpus: part.vcpus })
  const waves = Math.ceil(count / Math.floor(fargate.vcpusAtOnce / part.vcpus))
  return {
    ...finish,
    parts: { count, plan, part },
    hours: times.plan + waves * times.part + times.finish,
    usd:
      times.plan * estimateUsdPerHour(plan) +
      count * times.part * estimateUsdPerHour(part) +
      times.finish * estimateUsdPerHour(finish),
  }
}

const usableDiskBytes = usableShare * fargate.diskGibibytes * 2 ** 30

function fitsOnDisk(bytes: number): boolean {
  return bytes <= usableDiskBytes
}

function assertOnDisk(extractBytes: number, needed: number): void {
  if (!fitsOnDisk(needed))
    throw new RegionError(
      `An extract of ${formatSize(extractBytes)} needs ${formatSize(needed)} of disk, and a machine in the cloud has ` +
        `${formatSize(usableDiskBytes)} to fill: build it on a machine of your own, or its areas by themselves.`,
    )
}

function usableMemory({ memoryMebibytes }: RegionBuildMachine): number {
  return usableShare * memoryMebibytes * 2 ** 20
}

/** Returns the smallest machine with this memory in bytes. */
function findMachine(memory: number): RegionBuildMachine | undefined {
  return fargate.sizes.find((size) => memory <= usableMemory(size))
}

/**
 * Processor seconds per megabyte of extract without elevation, measured on 40 copies of greater Porto. Node takes 1.5,
 * mostly for places and map, counted as one thread. The engine's builder takes 1.1, a sixth of it on the whole graph.
 * Planning parts takes Node 0.4, measured on 8 copies, plus hashing the extract.
 */
const perMegabyte = { node: 1.5, builder: 1.1, ofWhole: 1 / 6, plan: 0.5 }
/** Safety factor for elevation, the ground, slower processors, and the rings of parts on one machine. */
const margin = 1.5
/** Hours of each job for download, start of the machine and upload. */
const fixedHours = 0.1

function estimateHours(extractBytes: number, vcpus: number): number {
  const { node, builder, ofWhole } = perMegabyte
  const inParts = (1 - ofWhole) / (vcpus - 2)
  return toHours(extractBytes, Math.max(node, builder * (ofWhole + inParts)))
}

/** Returns the hours of each job. Half of the builder's work on a part is on one thread. */
function estimateHoursInParts(
  extractBytes: number,
  { count, vcpus }: { count: number; vcpus: number },
) {
  const { node, builder, ofWhole, plan } = perMegabyte
  const ofPart = ((1 - ofWhole) * ringFactor * builder) / count
  return {
    plan: toHours(extractBytes, plan),
    part: toHours(extractBytes, ofPart * (0.5 + 0.5 / vcpus)),
    finish: toHours(extractBytes, node + builder * ofWhole),
  }
}

/**
 * Returns the hours of a job.
 *
 * @param seconds Processor seconds per megabyte of extract.
 */
function toHours(extractBytes: number, seconds: number): number {
  return (margin * seconds * extractBytes) / 1e6 / 3600 + fixedHours
}
