import { computePopularity, estimateLife, estimateMissShare } from './caches.ts'
import figures from './figures.json' with { type: 'json' }
import { createLogNormal, drawSlowest, type Random } from './random.ts'

export type Scale = (typeof figures.scales)[number]
type Operation = (typeof figures.operations)[number]

const { store, functions, operations } = figures
const latency = createLogNormal(store.latency_ms.median, store.latency_ms.p99)

/**
 * Estimates the time of a call whose tiles are all in the store, milliseconds: rounds of parallel reads, transfer,
 * decoding, work.
 */
export function estimateColdTime(operation: Operation, random: Random): number {
  const { tiles, rounds, bytes, compute_ms, cold_compute_ms, kind } = operation
  let waited = 0
  for (let round = 0; round < rounds; round++)
    waited += drawSlowest(Math.ceil(tiles / rounds), latency, random)
  const compression = kind === 'engine' ? store.compression : 1
  const transfer = bytes / compression / store.bytes_per_second
  const decoding = kind === 'engine' ? bytes / store.decode_bytes_per_second : 0
  return waited + (transfer + decoding) * 1000 + (cold_compute_ms ?? compute_ms)
}

/** Estimates the bytes of roads and the number of places that result from a region's extract. */
export function estimateSizes({ extract_mb }: Scale) {
  const { build } = figures
  const roadBytes = extract_mb * 1e6 * build.roads_bytes_per_extract_byte
  const places = extract_mb * build.places_per_extract_mb
  return { roadBytes, places, placeBytes: places * build.places_bytes_per_place }
}

/** One deployed function under load. */
export interface FunctionLoad {
  name: string
  callsPerSecond: number
  environments: number
  /** Share of calls that start an environment; `missShare` is the share that reads from the store. */
  startShare: number
  missShare: number
  /** Times of the calls, milliseconds. */
  times: number[]
  bytesPerCall: number
  readsPerCall: number
  usdPerMillionCalls: number
}

/** Simulates the load of each function at a scale and a total rate of calls. */
export function simulateLoad(scale: Scale, callsPerSecond: number, random: Random): FunctionLoad[] {
  const names = [...new Set(operations.map(findFunction))]
  return names.map((name) => {
    const members = operations.filter((operation) => findFunction(operation) === name)
    return simulateFunction(name, members, scale, callsPerSecond, random)
  })
}

/** Returns the function of an operation; operations of different lengths share one function. */
const findFunction = ({ name }: Operation) => name.split(' ')[0]!

const samples = 4000

function simulateFunction(
  name: string,
  members: readonly Operation[],
  scale: Scale,
  allCalls: number,
  random: Random,
): FunctionLoad {
  const share = sum(members.map((member) => member.share))
  const callsPerSecond = allCalls * share
  const isEngine = members[0]!.kind === 'engine'
  const mean = (of: (member: Operation) => number) =>
    sum(members.map((member) => (member.share / share) * of(member)))
  const slots = isEngine
    ? functions.engine_disk_bytes / 2 / mean(({ bytes }) => bytes)
    : 128e6 / mean(({ bytes }) => bytes)
  const popularity = computePopularity(scale.towns, figures.popularity_exponent)

  // The duration of calls decides how many environments share them, and thereby how much each must read, which in
  // turn changes the duration; hence the iteration.
  let seconds = mean(({ compute_ms }) => compute_ms) / 1000
  let misses = 0
  let life = estimateLife(callsPerSecond, seconds, functions)
  for (let turn = 0; turn < 8; turn++) {
    life = estimateLife(callsPerSecond, seconds, functions)
    misses = estimateMissShare(popularity, life.calls, slots)
    seconds = mean((member) => {
      const cold = estimateColdTime(member, () => 0.5)
      return (misses * cold + (1 - misses) * member.compute_ms) / 1000
    })
  }
  const openMs = isEngine ? functions.engine_open_ms : functions.search_open_ms
  const startMs = functions.node_start_ms + openMs
  const startShare = 1 / life.calls
  const times = Array.from({ length: samples }, (_, i) => {
    const member = members[pick(members, share, (i + random()) / samples)]!
    const starts = random() < startShare
    const reads = starts || random() < misses
    return (starts ? startMs : 0) + (reads ? estimateColdTime(member, random) : member.compute_ms)
  })
  const memory = isEngine ? functions.engine_memory_gb : functions.search_memory_gb
  const readsPerCall = misses * mean(({ tiles }) => tiles)
  const compression = isEngine ? store.compression : 1
  return {
    name,
    callsPerSecond,
    environments: life.environments,
    startShare,
    missShare: misses,
    times,
    readsPerCall,
    bytesPerCall: (misses * mean(({ bytes }) => bytes)) / compression,
    usdPerMillionCalls:
      memory * (sum(times) / samples / 1000) * functions.usd_per_gb_second * 1e6 +
      functions.usd_per_million_calls +
      readsPerCall * store.usd_per_million_gets,
  }
}

/** Returns the index of the member whose part of the line from 0 to 1 contains a position. */
function pick(members: readonly Operation[], share: number, at: number): number {
  let end = 0
  for (const [i, member] of members.entries()) {
    end += member.share / share
    if (at < end) return i
  }
  return members.length - 1
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
