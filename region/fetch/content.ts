/** The kind of file expected from an address, recognised by its first bytes. */
export interface ExpectedContent {
  /** With its article, for messages. */
  name: string
  /** Bytes needed to recognise it. */
  headBytes: number
  matches(head: Buffer): boolean
}

/** The first block is the header: its length, then its type (the wiki's PBF format). */
export const extractContent: ExpectedContent = {
  name: 'an OpenStreetMap extract',
  headBytes: 15,
  matches: (head) => head.toString('latin1', 4, 15) === '\n\tOSMHeader',
}

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

/** Describes unexpected content, for a message. */
export function describeUnexpected(head: Buffer): string {
  const text = head.toString('latin1').trimStart()
  return text.startsWith('<') || text === ''
    ? 'a web page: is there a login page or a proxy in between?'
    : 'something else: check the address.'
}
