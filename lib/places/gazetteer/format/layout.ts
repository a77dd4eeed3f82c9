/** Sizes and names that docs/places-pack.md fixes. */
export const formatVersion = 4
/** Of routers and shards. */
export const shardedFormatVersion = 5
export const magic = 'CAIRNPLC'
export const headerBytes = 4096

export const sectionNames = [
  'root',
  'spellings',
  'dictionary',
  'postings',
  'hot',
  'documents',
  'houses',
  'tree',
  'shapes',
  'ids',
] as const

export type SectionName = (typeof sectionNames)[number]

/** Points, the coordinates of places and houses: 1e-7 degrees, about a centimetre. */
export const pointScale = 1e7
/** Positions of lines and borders: 1e-6 degrees, about a decimetre. */
export const lineScale = 1e6
export const pointUnitsPerLineUnit = pointScale / lineScale
/** Importance has four decimals. */
export const importanceScale = 10_000

/** Places in a block of documents. */
export const placesPerBlock = 32
/** Maximum docIds and places stored with a hot prefix. */
export const hotDocIds = 256
export const hotPlaces = 10
