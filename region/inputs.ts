import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'

/** The files of a build, as paths, and the credit of their elevation. */
export const RegionInputs = z.object({
  osm: z.array(z.string()),
  dem: z.array(z.string()),
  landcover: z.array(z.string()),
  demAttribution: z.string().optional(),
})
export type RegionInputs = z.output<typeof RegionInputs>

/** What an extract was fetched as. */
export const FetchedAs = z.object({
  area: z.string(),
  osmBase: z.string(),
  demBase: z.string(),
  withDem: z.boolean(),
})
export type FetchedAs = z.output<typeof FetchedAs>

/** The folder of fetched files. */
export const sourcesFolder = (home: string): string => join(home, 'sources')

const inputsFile = (home: string, name: string): string =>
  join(sourcesFolder(home), 'builds', `${name}.json`)

const areaFile = (osm: string): string => `${osm}.area.json`

/** Remembers the files from which a region was built, for its next update. */
export async function rememberInputs(
  home: string,
  name: string,
  { osm, dem, landcover, demAttribution }: RegionInputs,
): Promise<void> {
  const paths = (files: readonly string[]) => files.map((file) => resolve(file))
  const inputs = { osm: paths(osm), dem: paths(dem), landcover: paths(landcover), demAttribution }
  await writeJson(inputsFile(home, name), inputs)
}

/** The files from which a region was last built on this machine; undefined where that is not known. */
export function rememberedInputs(home: string, name: string): Promise<RegionInputs | undefined> {
  return readJson(inputsFile(home, name), RegionInputs)
}

/** Remembers what an extract was fetched as. */
export async function rememberArea(osm: string, fetched: FetchedAs): Promise<void> {
  await writeJson(areaFile(osm), FetchedAs.parse(fetched))
}

/** What an extract was fetched as; undefined for one that was not fetched. */
export function rememberedArea(osm: string): Promise<FetchedAs | undefined> {
  return readJson(areaFile(osm), FetchedAs)
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`)
}

/** A file that is missing or damaged is one that nothing is remembered by. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}
