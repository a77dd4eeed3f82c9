// Sizes and names that docs/places-pack.md defines.

/** Format version of an index in one file. */
export const formatVersion = 4
/** Format version of routers and shards. */
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

/** Units per degree of points, the coordinates of places and houses: 1e-7 degrees, about a centimetre. */
export const pointScale = 1e7
/** Units per degree of positions on lines and borders: 1e-6 degrees, about a decimetre. */
export const lineScale = 1e6
export const pointUnitsPerLineUnit = pointScale / lineScale
/** Units of importance from 0 to 1, which is stored with four decimals. */
export const importanceScale = 10_000

/** Number of places in a block of documents. */
export const placesPerBlock = 32
/** Maximum number of docIds stored with a hot prefix. */
export const hotDocIds = 256
/** Maximum number of places stored with a hot prefix. */
export const hotPlaces = 10
