import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMemorySource, type Gazetteer, openPack } from '#places/gazetteer'
import { cachedFile } from '../../../fixtures/cached-file.ts'
import { type MapExtract, readExtract, writeExtract } from '../../../fixtures/map-extract.ts'
import { extractOf, type PackedRegion, packOfExtract } from '../../../fixtures/places.ts'
import { type Clip, clipOf, clips } from './clips.ts'
import { type StatedAddress, statedAddresses } from './stated-addresses.ts'

/** A region, or a clip of one, in which a set asks. */
export interface QualityRegion {
  name: string
  source: PackedRegion
  clip?: Clip
  /** Wholly of the unseen half. */
  unseen: boolean
  kind: 'whole' | 'clip' | 'clip without towns'
}

const sources: readonly PackedRegion[] = ['demo', 'andorra', 'monaco', 'helsinki', 'porto']

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

/** Builds or opens a region's places; undefined when its extract is not on this machine. */
export async function openRegion(region: QualityRegion): Promise<RegionData | undefined> {
  const osm = await clippedExtractOf(region)
  if (!osm) return undefined
  const pack = await packOfExtract(region.name, osm)
  const gazetteer = await openPack(createMemorySource(readFileSync(pack)))
  const extract = await readExtract(osm)
  return { region, gazetteer, extract, addresses: statedAddresses(extract) }
}

async function clippedExtractOf({ source, clip }: QualityRegion): Promise<string | undefined> {
  const whole = await extractOf(source)
  if (!whole || !clip) return whole
  const code =
    'test/{fixtures/{clipped-extract,grown-addresses,map-extract},geocoding/quality/{clips,stated-addresses}}.ts'
  const { name } = clip
  const file = { name, extension: '.osm.pbf', code, sources: [whole] }
  return cachedFile(file, async (folder) => {
    const path = join(folder, 'clip.osm.pbf')
    await writeExtract(path, clipOf(await readExtract(whole), clip))
    return path
  })
}
