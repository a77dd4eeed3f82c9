import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { writeDemoSources } from '../../../demo-island/index.ts'
import { type Gazetteer, memorySource, openPack } from '../../../lib/gazetteer/index.ts'
import { buildPlaces } from '../../../region/places/index.ts'
import { type MapExtract, readExtract, writeExtract } from '../../fixtures/map-extract.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { type Clip, clipOf, clips } from './clips.ts'
import { type StatedAddress, statedAddresses } from './stated-addresses.ts'

export type SourceRegion = 'demo' | 'andorra' | 'monaco' | 'helsinki' | 'porto'

/** A region, or a clip of one, in which a set asks. */
export interface QualityRegion {
  name: string
  source: SourceRegion
  clip?: Clip
  /** Wholly of the unseen half. */
  unseen: boolean
  kind: 'whole' | 'clip' | 'clip without towns'
}

const sources: readonly SourceRegion[] = ['demo', 'andorra', 'monaco', 'helsinki', 'porto']

export const qualityRegions: readonly QualityRegion[] = [
  ...sources.map((name) => ({ name, source: name, unseen: false, kind: 'whole' }) as const),
  ...clips.map((clip) => ({
    name: clip.name,
    source: clip.source,
    clip,
    unseen: clip.unseen ?? false,
    kind: clip.hidesTowns ? ('clip without towns' as const) : ('clip' as const),
  })),
]

/** What the cases of a set are made from. */
export interface RegionData {
  region: QualityRegion
  gazetteer: Gazetteer
  /** The map of which the places were made, after the cut. */
  extract: MapExtract
  addresses: readonly StatedAddress[]
}

const caches = resolve('node_modules/.cache/cairn-quality')
const buildCode =
  '{{region/{places,osm},lib/{address,gazetteer,text,categories}}/**/*.ts,data/**/*.json}'
const clipCode =
  'test/{fixtures/{clipped-extract,grown-addresses,map-extract},geocoding/quality/{clips,stated-addresses}}.ts'

/** Builds or opens a region's places; undefined when its extract is not on this machine. */
export async function openRegion(region: QualityRegion): Promise<RegionData | undefined> {
  const osm = await extractOf(region)
  if (!osm) return undefined
  const path = cached(`${region.name}-${stateOf(buildCode, readFileSync(osm))}.pack`)
  await once(path, async (folder) => {
    const made = join(folder, 'places.pack')
    await buildPlaces([osm], made, { folder })
    return made
  })
  const gazetteer = await openPack(memorySource(readFileSync(path)))
  const extract = await readExtract(osm)
  return { region, gazetteer, extract, addresses: statedAddresses(extract) }
}

async function extractOf({ source, clip }: QualityRegion): Promise<string | undefined> {
  const whole = await wholeExtractOf(source)
  if (!whole || !clip) return whole
  const path = cached(`${clip.name}-${stateOf(clipCode, readFileSync(whole))}.osm.pbf`)
  await once(path, async (folder) => {
    const made = join(folder, 'clip.osm.pbf')
    await writeExtract(made, clipOf(await readExtract(whole), clip))
    return made
  })
  return path
}

async function wholeExtractOf(source: SourceRegion): Promise<string | undefined> {
  if (source !== 'demo') return realRegion(`${source}/${source}.osm.pbf`)
  const path = cached(`demo-${stateOf('{demo-island,region/osm}/**/*.ts')}.osm.pbf`)
  await once(path, async (folder) => {
    await writeDemoSources(folder)
    return join(folder, 'demo.osm.pbf')
  })
  return path
}

function cached(name: string): string {
  return join(caches, name)
}

/** Runs in parallel make the same file, so it must appear whole. */
async function once(path: string, make: (folder: string) => Promise<string>): Promise<void> {
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  const folder = mkdtempSync(join(caches, 'scratch-'))
  try {
    renameSync(await make(folder), path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function stateOf(pattern: string, ...files: Buffer[]): string {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', ...globSync(pattern).sort()]) {
    hash.update(file).update(readFileSync(file))
  }
  for (const file of files) hash.update(file)
  return hash.digest('hex').slice(0, 16)
}
