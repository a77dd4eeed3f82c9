export {
  type CellZoom,
  countCells,
  formatCellTerm,
  listCellTerms,
  toCellColumn,
  toCellRow,
} from './cells.ts'
export { cutIntoBands } from './format/area-bands.ts'
export { decodeHeader } from './format/header.ts'
export { formatVersion, type SectionName, sectionNames } from './format/layout.ts'
export { listPageCounts, packPage, postingsPageDecoder } from './format/postings.ts'
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
export { buildTermLists, buildTerms, findContextLanguages } from './index-terms.ts'
export {
  type AreaShape,
  type AreaType,
  areaTypes,
  type House,
  type IndexedPlace,
  isAreaType,
  listNames,
  type Parent,
  type Place,
  type PlaceType,
  placeTypes,
  type SourcePlace,
} from './place.ts'
export { createPackCache, type PackCache } from './read/cache.ts'
export type { OpenShard } from './read/joined-source.ts'
export { verifyPack } from './read/open.ts'
export { type OpenPackOptions, openPack } from './read/open-pack.ts'
export { Pack } from './read/pack.ts'
export { InlinePostings, PagedPostings } from './read/posting-lists.ts'
export {
  createMemorySource,
  type FileSource,
  openFileSource,
  openSizedSource,
  openStorageSource,
  type RangeSource,
} from './read/source.ts'
export { maxStepsPerText, WorkBudget } from './work-budget.ts'
export { writeFilesInMemory, writePackInMemory } from './write/in-memory.ts'
export { type PackPart, writePart } from './write/pack-part.ts'
export { cutIntoShards } from './write/shard-cuts.ts'
export {
  type WritePackOptions,
  type WrittenPack,
  writePack,
} from './write/writer.ts'
