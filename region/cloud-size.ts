import { formatSize } from '#platform/progress'
import {
  fargate,
  type RegionBuildMachine,
  type RegionBuildParts,
  usdPerHour,
} from '#platform/region-builds'
import { RegionError } from './errors.ts'
import { partMemory, partsThatFit, ringFactor } from './parts/index.ts'
import { neededBytes, neededBytesOfPlan, stageMemory } from './resources.ts'

/** The machine that builds the region, and those of its parts where these are jobs of their own. */
export interface CloudBuildSize extends RegionBuildMachine {
  parts?: Pick<RegionBuildParts, 'count' | 'plan' | 'part'>
  /** Estimates, from the times of 1, 8 and 40 copies of greater Porto. */
  hours: number
  usd: number
}

/** Of disk and memory that a build may fill. */
const usableShare = 0.9
/** Parts of which one at least must fit in memory beside the places and the map, on one machine. */
const partsOfOneJob = 4

/**
 * The smallest machine that a build in the cloud fits in. An extract that needs more disk than a machine has is built
 * in parts, each on a machine of its own: as few as fit in the memory of the smallest.
 *
 * @param options `parts`: that many machines for the parts, whatever the size; 1 is one job for all.
 * @throws RegionError for an extract that needs more disk or memory than a machine has.
 */
export function sizeOfCloudBuild(
  extractBytes: number,
  { parts }: { parts?: number | undefined } = {},
): CloudBuildSize {
  const needed = { extractBytes, rasterBytes: 0, cells: 0, featurePixels: 0 }
  const isOneJob = parts === undefined ? fitsOnDisk(neededBytes(needed)) : parts === 1
  if (!isOneJob) return sizeInParts(extractBytes, parts)
  assertOnDisk(extractBytes, neededBytes(needed))
  // Places and map are made beside the road graph.
  const memory = partMemory(extractBytes, partsOfOneJob) + 2 * stageMemory(extractBytes)
  const machine = machineFor(memory) ?? fargate.sizes.at(-1)!
  const hours = hoursOf(extractBytes, machine.vcpus)
  return { ...machine, hours, usd: hours * usdPerHour(machine) }
}

function sizeInParts(extractBytes: number, wanted: number | undefined): CloudBuildSize {
  const needed = { extractBytes, rasterBytes: 0, cells: 0, featurePixels: 0, isFromParts: true }
  assertOnDisk(extractBytes, Math.max(neededBytes(needed), neededBytesOfPlan(extractBytes)))
  const count = wanted ?? partsThatFit(extractBytes, usableMemory(fargate.sizes[0]), 2)
  // Places and map come one after the other: beside each other they do not fit.
  const finish = machineFor(stageMemory(extractBytes))
  const part = machineFor(partMemory(extractBytes, count))
  if (!finish || !part)
    throw new RegionError(
      `An extract of ${formatSize(extractBytes)} in ${count} parts needs more memory than a machine in the cloud has: ` +
        (part ? 'build it on a machine of your own.' : 'name more --parts.'),
    )
  const plan = finish
  const times = hoursInParts(extractBytes, { count, vcpus: part.vcpus })
  const waves = Math.ceil(count / Math.floor(fargate.vcpusAtOnce / part.vcpus))
  return {
    ...finish,
    parts: { count, plan, part },
    hours: times.plan + waves * times.part + times.finish,
    usd:
      times.plan * usdPerHour(plan) +
      count * times.part * usdPerHour(part) +
      times.finish * usdPerHour(finish),
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

/** The smallest machine with so much memory, bytes. */
function machineFor(memory: number): RegionBuildMachine | undefined {
  return fargate.sizes.find((size) => memory <= usableMemory(size))
}

/**
 * Processor seconds for a megabyte of extract without elevation, measured on 40 copies of greater Porto: 1.5 for what
 * Node does, places and map for the most part, reckoned as one thread; 1.1 for the engine's builder, of which a sixth on
 * the whole. Planning parts takes Node 0.4, measured on 8 copies, and the extract is hashed.
 */
const perMegabyte = { node: 1.5, builder: 1.1, ofWhole: 1 / 6, plan: 0.5 }
/** For elevation, the ground, slower processors, and the rings of parts on one machine. */
const margin = 1.5
/** Download, start of the machine and upload, for each job. */
const fixedHours = 0.1

function hoursOf(extractBytes: number, vcpus: number): number {
  const { node, builder, ofWhole } = perMegabyte
  const inParts = (1 - ofWhole) / (vcpus - 2)
  return hoursFor(extractBytes, Math.max(node, builder * (ofWhole + inParts)))
}

/** Hours of each job. Half of the builder's work on a part is on one thread. */
function hoursInParts(extractBytes: number, { count, vcpus }: { count: number; vcpus: number }) {
  const { node, builder, ofWhole, plan } = perMegabyte
  const ofPart = ((1 - ofWhole) * ringFactor * builder) / count
  return {
    plan: hoursFor(extractBytes, plan),
    part: hoursFor(extractBytes, ofPart * (0.5 + 0.5 / vcpus)),
    finish: hoursFor(extractBytes, node + builder * ofWhole),
  }
}

/** @param seconds For a megabyte of extract. */
function hoursFor(extractBytes: number, seconds: number): number {
  return (margin * seconds * extractBytes) / 1e6 / 3600 + fixedHours
}
