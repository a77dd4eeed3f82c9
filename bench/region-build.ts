import { readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Manifest } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { buildRegion } from '../region/index.ts'
import { OsmSource } from '../region/osm/index.ts'
import { writeCopies } from '../test/fixtures/copied-extract.ts'
import { realRegion } from '../test/fixtures/real-regions.ts'
import { formatTable } from './statistics.ts'

const copies = Number(process.env.COPIES ?? 2)

/** Processor time (user and system), seconds. */
interface Cpu {
  node: number
  /** Time of child processes that have ended: the engine's builders. */
  children: number
}

/**
 * Measures the processor time of a build by stage, of Node and of the engine's builders, on copies of greater Porto.
 * The peer is one pass over the extract that decodes every object with its tags.
 */
export async function runRegionBuildBenchmark(): Promise<void> {
  const source = realRegion('porto/porto.osm.pbf')
  if (!source || process.platform !== 'linux') {
    console.log('region: needs porto/porto.osm.pbf in $CAIRN_REGIONS, and Linux\n')
    return
  }
  const home = await mkdtemp(join(tmpdir(), 'cairn-bench-region-'))
  try {
    const osm = join(home, 'copies.osm.pbf')
    await writeCopies(osm, { source, copies })
    const megabytes = (await stat(osm)).size / 1e6
    // The first pass also compiles the code.
    for (let pass = 0; pass < 2; pass++) await decode(osm)
    const start = readCpu()
    await decode(osm)
    const peer = readCpu().node - start.node
    const one = await measureBuild(osm, home, 1)
    const three = await measureBuild(osm, home, 3)
    print({ megabytes, peer, one, three })
  } finally {
    await rm(home, { recursive: true })
  }
}

async function decode(path: string): Promise<void> {
  let objects = 0
  const count = (): void => void objects++
  await new OsmSource([path]).visit({ node: count, way: count, relation: count })
  if (objects === 0) throw new Error(`${path} has no objects`)
}

interface MeasuredBuild {
  stages: Map<string, Cpu>
  wallSeconds: number
  hashes: string
}

async function measureBuild(osm: string, home: string, workers: number): Promise<MeasuredBuild> {
  const storage = await openStorage({ CAIRN_HOME: home })
  const stages = new Map<string, Cpu>()
  let stage = 'Checking the inputs'
  let last = readCpu()
  const note = (next: string): void => {
    const now = readCpu()
    const sum = stages.get(stage) ?? { node: 0, children: 0 }
    sum.node += now.node - last.node
    sum.children += now.children - last.children
    stages.set(stage, sum)
    stage = next
    last = now
  }
  const start = performance.now()
  const request = { name: 'copies', osm: [osm], dem: [], storage, home, workers }
  const manifest = await buildRegion({ ...request, progress: ({ stage }) => note(stage) })
  note('')
  return { stages, wallSeconds: (performance.now() - start) / 1000, hashes: joinHashes(manifest) }
}

function joinHashes({ files }: Manifest): string {
  return files.map(({ name, sha256 }) => `${name} ${sha256}`).join('\n')
}

function readCpu(): Cpu {
  const { user, system } = process.cpuUsage()
  // Fields 16 and 17 of proc_pid_stat(5), in ticks of a hundredth of a second. The name before them may contain
  // spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ')
  return { node: (user + system) / 1e6, children: (Number(fields[13]) + Number(fields[14])) / 100 }
}

interface Figures {
  megabytes: number
  peer: number
  one: MeasuredBuild
  three: MeasuredBuild
}

function print({ megabytes, peer, one, three }: Figures): void {
  const total = (stages: ReadonlyMap<string, Cpu>): Cpu => {
    const all = [...stages.values()]
    const sum = (part: keyof Cpu) => all.reduce((total, cpu) => total + cpu[part], 0)
    return { node: sum('node'), children: sum('children') }
  }
  const row = (label: string, { node, children }: Cpu) => [
    label,
    node.toFixed(1),
    children.toFixed(1),
    (megabytes / (node + children)).toFixed(2),
    `${((node + children) / peer).toFixed(1)} x`,
  ]
  console.log(
    `region: ${copies} copies of greater Porto, ${megabytes.toFixed(1)} MB; processor time in s; peer: decoding all once, ${peer.toFixed(2)} s`,
  )
  console.log(
    formatTable([
      ['', 'node', 'builder', 'MB/s', 'peer'],
      ...[...one.stages].map(([stage, cpu]) => row(stage, cpu)),
      row('all, 1 worker', total(one.stages)),
      row('all, 3 workers', total(three.stages)),
    ]),
  )
  const isEqual = one.hashes === three.hashes
  console.log(
    `wall ${one.wallSeconds.toFixed(0)} s with 1 worker, ${three.wallSeconds.toFixed(0)} s with 3; files ${isEqual ? 'equal' : 'DIFFERENT'}\n`,
  )
}
