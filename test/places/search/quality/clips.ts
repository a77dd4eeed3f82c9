import type { OsmTags } from '../../../../region/osm/index.ts'
import { type ClipOutline, clipExtract, withoutObjects } from '../../../fixtures/clipped-extract.ts'
import { growAddresses, type StatedTown } from '../../../fixtures/grown-addresses.ts'
import type { MapExtract } from '../../../fixtures/map-extract.ts'
import type { PackedRegion } from '../../../fixtures/places.ts'
import { plain } from '../sets/judge.ts'
import { caseShare } from './shares.ts'
import { statedAddresses } from './stated-addresses.ts'
import { andorraTowns, portoTowns } from './stated-towns.ts'

export interface Clip {
  name: string
  source: PackedRegion
  /** All of the region if absent. */
  outline?: ClipOutline
  /** Takes towns from the map that addresses state. */
  hidesTowns?: HiddenTowns
  /** Adds houses that state these towns to the streets. */
  grows?: readonly StatedTown[]
  /** Not looked at while the product is tuned. */
  unseen?: true
}

interface HiddenTowns {
  /** Share of the stated towns, drawn by name. */
  share: number
  /** `areas`: place nodes and boundaries; `everything`: whatever has the town's name. */
  of: 'areas' | 'everything'
}

const box = (min_lat: number, min_lon: number, max_lat: number, max_lon: number) => ({
  min_lat,
  min_lon,
  max_lat,
  max_lon,
})

/** Extracts as a server cuts them: through boundaries, and without the towns that addresses state. */
export const clips: readonly Clip[] = [
  { name: 'andorra-north', source: 'andorra', outline: box(42.53, 1.44, 42.63, 1.56) },
  {
    name: 'andorra-capital',
    source: 'andorra',
    outline: box(42.495, 1.505, 42.516, 1.55),
    hidesTowns: { share: 1, of: 'areas' },
  },
  { name: 'andorra-half', source: 'andorra', hidesTowns: { share: 0.5, of: 'areas' } },
  {
    name: 'andorra-hidden',
    source: 'andorra',
    hidesTowns: { share: 1, of: 'everything' },
    unseen: true,
  },
  {
    name: 'andorra-grown',
    source: 'andorra',
    outline: [
      { lat: 42.43, lon: 1.4 },
      { lat: 42.66, lon: 1.46 },
      { lat: 42.6, lon: 1.8 },
    ],
    grows: andorraTowns,
  },
  { name: 'helsinki-south', source: 'helsinki', outline: box(60.164, 24.935, 60.1705, 24.954) },
  {
    name: 'helsinki-north',
    source: 'helsinki',
    outline: box(60.169, 24.935, 60.18, 24.954),
    hidesTowns: { share: 1, of: 'areas' },
  },
  { name: 'monaco-hidden', source: 'monaco', hidesTowns: { share: 1, of: 'areas' }, unseen: true },
  {
    name: 'porto-north',
    source: 'porto',
    outline: box(41.28, -8.8, 41.4, -8.45),
    grows: portoTowns,
  },
  {
    name: 'porto-south',
    source: 'porto',
    outline: box(40.98, -8.7, 41.1, -8.52),
    grows: portoTowns.map((town) => ({ ...town, tag: 'addr:suburb' })),
  },
  {
    name: 'porto-city',
    source: 'porto',
    outline: box(41.12, -8.7, 41.22, -8.54),
    grows: portoTowns,
    unseen: true,
  },
  {
    name: 'demo-north',
    source: 'demo',
    outline: box(46.43, -28.6, 46.54, -28.28),
    hidesTowns: { share: 0.5, of: 'areas' },
  },
]

/** Streets that have grown houses, and how far from their town. */
const grownShare = 0.35
const maxTownMeters = 2500

export function clipOf(whole: MapExtract, { outline, hidesTowns, grows, name }: Clip): MapExtract {
  const cut = outline ? clipExtract(whole, outline) : whole
  const grown = grows
    ? growAddresses(cut, { towns: grows, maxTownMeters, share: grownShare, seed: 16 })
    : cut
  return hidesTowns ? withoutTowns(grown, hidesTowns, name) : grown
}

function withoutTowns(extract: MapExtract, { share, of }: HiddenTowns, seed: string): MapExtract {
  const stated = new Set(statedAddresses(extract).flatMap(({ town }) => town ?? []))
  const hidden = new Set([...stated].map(plain).filter((town) => caseShare(seed, town) < share))
  return withoutObjects(extract, (tags) => {
    if (of === 'areas' && !isTown(tags)) return false
    if (tags.place === 'country' || tags.admin_level === '2') return false
    return namesOf(tags).some((name) => hidden.has(plain(name)))
  })
}

function isTown({ place, boundary, landuse }: OsmTags): boolean {
  return place !== undefined || boundary !== undefined || landuse === 'residential'
}

function namesOf(tags: OsmTags): string[] {
  return Object.entries(tags).flatMap(([key, value]) =>
    /^(\w+_)?name(:|$)/.test(key) ? value : [],
  )
}
