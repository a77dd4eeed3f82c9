import {
  createMemorySource,
  type IndexedPlace,
  openPack,
  type Pack,
  type RangeSource,
  writeFilesInMemory,
  writePackInMemory,
} from '#places/gazetteer'

/** The same index in one file and in shards. */
export interface BothIndexes {
  whole: Pack
  sharded: Pack
  /** The router and its shards, by file name. */
  files: ReadonlyMap<string, Uint8Array>
}

/** @param count Number of shards that the places would fill if they were not cut at areas. */
export async function bothOf(
  places: readonly IndexedPlace[],
  { count }: { count: number },
): Promise<BothIndexes> {
  const files = await writeFilesInMemory(places, {
    maxPlaces: Math.max(1, Math.ceil(places.length / count)),
  })
  return {
    whole: await openPack(createMemorySource(await writePackInMemory(places))),
    sharded: await openFiles(files),
    files,
  }
}

export async function openFiles(
  files: ReadonlyMap<string, Uint8Array>,
  sourceOf = (name: string, bytes: Uint8Array): RangeSource => createMemorySource(bytes, name),
): Promise<Pack> {
  const open = (name: string) => sourceOf(name, files.get(name)!)
  return await openPack(open('places.pack'), { openShard: open })
}
