export { type CellZoom, cellCount, cellTerm, cellTermsOf, columnOf, rowOf } from './cells.ts'
export { bandsOf } from './format/area-bands.ts'
export { decodeHeader } from './format/header.ts'
export { formatVersion, type SectionName, sectionNames } from './format/layout.ts'
export { packPage, pageCounts, postingsPageDecoder } from './format/postings.ts'
export {
  endOfPostings,
  type Gazetteer,
  type Nearby,
  type NearOptions,
  namespaces,
  type PlaceOrHouse,
  type PostingCursor,
  type Postings,
  type ReadOptions,
  type SimilarOptions,
  type SimilarWord,
  type Term,
} from './gazetteer.ts'
export { contextLanguagesOf, termListsOf, termsOf } from './index-terms.ts'
export {
  type AreaShape,
  type AreaType,
  allNamesOf,
  areaTypes,
  type House,
  type IndexedPlace,
  isAreaType,
  type Parent,
  type Place,
  type PlaceType,
  placeTypes,
  type SourcePlace,
} from './place.ts'
export { type PackCache, packCache } from './read/cache.ts'
export type { OpenShard } from './read/joined-source.ts'
export { verifyPack } from './read/open.ts'
export { type OpenPackOptions, openPack } from './read/open-pack.ts'
export { Pack } from './read/pack.ts'
export { InlinePostings, PagedPostings } from './read/posting-lists.ts'
export {
  type FileSource,
  fileSource,
  memorySource,
  type RangeSource,
  sizedSource,
  storageSource,
} from './read/source.ts'
export { maxStepsPerText, WorkBudget } from './work-budget.ts'
export { filesOf, packOf } from './write/in-memory.ts'
export { type PackPart, writePart } from './write/pack-part.ts'
export { cutIntoShards } from './write/shard-cuts.ts'
export {
  type WritePackOptions,
  type WrittenPack,
  writePack,
} from './write/writer.ts'
