import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SourcePlace } from '#places/gazetteer'
import { type GatherPlacesOptions, gatherPlaces } from '../../../region/places/index.ts'
import type { OsmDrawing } from '../osm-drawing.ts'

export { OsmDrawing } from '../osm-drawing.ts'

/** Gathers the places of drawings, each a separate file, in their order. */
export async function placesOfDrawings(
  drawings: readonly OsmDrawing[],
  options: Partial<GatherPlacesOptions> = {},
): Promise<SourcePlace[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-places-'))
  try {
    const paths = drawings.map((_, i) => join(folder, `${i}.osm.pbf`))
    for (const [i, drawing] of drawings.entries()) await writeFile(paths[i]!, drawing.bytes())
    const places: SourcePlace[] = []
    for await (const batch of gatherPlaces(paths, { folder, ...options }))
      for (const place of batch) places.push(place)
    return places
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Gathers every place of a drawing, with functions to query them. */
export async function gathered(drawing: OsmDrawing, options: Partial<GatherPlacesOptions> = {}) {
  const all = await placesOfDrawings([drawing], options)
  const names = new Map(all.map((place) => [place.id, place.name]))
  return {
    all,
    ids: all.map(({ id }) => id),
    /** Returns the only place of the name, or of the name and the type. */
    named(name: string, type?: SourcePlace['type']): SourcePlace {
      const found = all.filter((place) => place.name === name && type === (type && place.type))
      if (found.length !== 1) throw new Error(`${found.length} places are called ${name}`)
      return found[0]!
    },
    ofType: (type: SourcePlace['type']) => all.filter((place) => place.type === type),
    parentsOf: ({ parents }: SourcePlace) => parents.map((id) => names.get(id)),
    numbersOf: ({ houses = [] }: SourcePlace) => houses.map(({ number }) => number),
  }
}
