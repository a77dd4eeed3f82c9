import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'

/** Paths of the files of a build, and the credit of their elevation. */
export const RegionInputs = z.object({
  osm: z.array(z.string()),
  dem: z.array(z.string()),
  landcover: z.array(z.string()),
  demAttribution: z.string().optional(),
})
export type RegionInputs = z.output<typeof RegionInputs>

/** Area and servers that an extract was fetched from, and whether with elevation. */
export const FetchedAs = z.object({
  area: z.string(),
  osmBase: z.string(),
  demBase: z.string(),
  withDem: z.boolean(),
})
export type FetchedAs = z.output<typeof FetchedAs>

/** Returns the folder of fetched files. */
export const sourcesFolder = (home: string): string => join(home, 'sources')

const inputsFile = (home: string, name: string): string =>
  join(sourcesFolder(home), 'builds', `${name}.json`)

const areaFile = (osm: string): string => `${osm}.area.json`

/** Remembers the files that a region was built from, for its next update. */
export async function storeInputs(
  home: string,
  name: string,
  { osm, dem, landcover, demAttribution }: RegionInputs,
): Promise<void> {
  const paths = (files: readonly string[]) => files.map((file) => resolve(file))
  const inputs = { osm: paths(osm), dem: paths(dem), landcover: paths(landcover), demAttribution }
  await writeJson(inputsFile(home, name), inputs)
}

/** Returns the files that a region was last built from on this machine, or undefined if they are not known. */
export function readInputs(home: string, name: string): Promise<RegionInputs | undefined> {
  return readJson(inputsFile(home, name), RegionInputs)
}

/** Remembers the area and servers that an extract was fetched from. */
export async function storeArea(osm: string, fetched: FetchedAs): Promise<void> {
  await writeJson(areaFile(osm), FetchedAs.parse(fetched))
}

/** Returns the area and servers that an extract was fetched from, or undefined if it was not fetched. */
export function readArea(osm: string): Promise<FetchedAs | undefined> {
  return readJson(areaFile(osm), FetchedAs)
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** Reads a JSON file. Returns undefined if it is missing or damaged. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}
