/** An expected kind of downloaded file, recognised by its first bytes. */
export interface ExpectedContent {
  /** For messages, with an article. */
  name: string
  /** Number of bytes that `matches` needs. */
  headBytes: number
  matches(head: Buffer): boolean
}

/** Extracts start with 4 bytes of length, then the type of the first blob (OpenStreetMap wiki, PBF Format). */
export const extractContent: ExpectedContent = {
  name: 'an OpenStreetMap extract',
  headBytes: 15,
  matches: (head) => head.toString('latin1', 4, 15) === '\n\tOSMHeader',
}

/** GeoTIFFs start with the byte order, then 42 for TIFF or 43 for BigTIFF. */
export const tiffContent: ExpectedContent = {
  name: 'a GeoTIFF',
  headBytes: 4,
  matches: (head) => ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].includes(head.toString('latin1', 0, 4)),
}

export const md5Content: ExpectedContent = {
  name: 'an MD5 sum',
  headBytes: 33,
  matches: (head) => /^[0-9a-f]{32}(\s|$)/i.test(head.toString('latin1')),
}

/** Describes content of another kind, for a message. */
export function describeUnexpected(head: Buffer): string {
  const text = head.toString('latin1').trimStart()
  return text.startsWith('<') || text === ''
    ? 'a web page: is there a login page or a proxy in between?'
    : 'something else: check the address.'
}
