import * as z from 'zod'

/** See docs/places-pack.md. */
export const formatVersion = 3
export const magic = 'CAIRNPLC'
export const headerBytes = 4096

export const sectionNames = [
  'root',
  'dictionary',
  'postings',
  'hot',
  'documents',
  'houses',
  'tree',
  'shapes',
] as const

export type SectionName = (typeof sectionNames)[number]

const Section = z.object({
  offset: z.int().nonnegative(),
  length: z.int().nonnegative(),
  /** CRC-32 of the whole section. */
  crc32: z.int().nonnegative(),
})

const Header = z.object({
  count: z.int().nonnegative(),
  size: z.int().positive(),
  bounds: z.object({
    min_lat: z.number(),
    min_lon: z.number(),
    max_lat: z.number(),
    max_lon: z.number(),
  }),
  attribution: z.string(),
  sections: z.record(z.enum(sectionNames), Section),
})

/** What the first 4 KB of a pack say. */
export type PackHeader = z.output<typeof Header>
export const parseHeader = (json: string): PackHeader => Header.parse(JSON.parse(json))

/** Coordinates of places and houses: 1e-7 degrees, about a centimetre. */
export const pointScale = 1e7
/** Of courses and shapes: 1e-6 degrees, about a decimetre. */
export const lineScale = 1e6

/** Places in a block of documents. */
export const placesPerBlock = 32
/** DocIds and places that a hot prefix has ready. */
export const hotDocIds = 256
export const hotPlaces = 10
