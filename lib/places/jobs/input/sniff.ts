import type { JobFailure } from '../job.ts'

const zipAdvice = 'Unpack it and send the file inside'
const bookAdvice = 'Save the sheet as CSV (UTF-8) and send that'
const compressedAdvice =
  'Decompress it and send the plain file: a compressed file cannot be read in parts'

/** First bytes (latin1) of refused files, with the name of the format and advice. */
const signatures: readonly [start: string, name: string, advice: string][] = [
  ['\x1f\x8b', 'a gzip file', compressedAdvice],
  ['BZh', 'a bzip2 file', compressedAdvice],
  ['\xfd7zXZ\0', 'an xz file', compressedAdvice],
  ['\x28\xb5\x2f\xfd', 'a Zstandard file', compressedAdvice],
  ['7z\xbc\xaf\x27\x1c', 'a 7z file', zipAdvice],
  ['Rar!\x1a\x07', 'a RAR file', zipAdvice],
  ['PK\x05\x06', 'an empty zip file', 'Send a CSV or JSON Lines file'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Excel or other Office file', bookAdvice],
  ['\x89PNG\r\n\x1a\n', 'a PNG image', 'Send a CSV or JSON Lines file'],
  ['\xff\xd8\xff', 'a JPEG image', 'Send a CSV or JSON Lines file'],
  ['GIF8', 'a GIF image', 'Send a CSV or JSON Lines file'],
  ['%PDF-', 'a PDF document', 'Send a CSV or JSON Lines file'],
  ['PAR1', 'a Parquet file', 'Convert it to CSV or JSON Lines and send that'],
  ['SQLite format 3\0', 'an SQLite database', 'Export the table as CSV and send that'],
]

const utf16Advice = 'Save it as UTF-8 (in Excel: "CSV UTF-8") and send that'

/** Bytes at the beginning of a file that {@link detectUnsupported} examines. */
export const sniffedBytes = 4096

/** Returns the failure for a file whose first bytes show an unsupported format, `undefined` if it may be text. */
export function detectUnsupported(beginning: Uint8Array): JobFailure | undefined {
  const bytes = beginning.subarray(0, sniffedBytes)
  const text = Buffer.from(bytes).toString('latin1')
  if (text.startsWith('PK\x03\x04')) return classifyZip(text)
  const known = signatures.find(([start]) => text.startsWith(start))
  if (known) return unsupported(known[1], known[2])
  if (text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff') || isUtf16(bytes)) {
    return unsupported('UTF-16 text', utf16Advice)
  }
  return undefined
}

/** Tells spreadsheets, which are zip files with parts of certain names, from other zip files. */
function classifyZip(text: string): JobFailure {
  if (/\[Content_Types\]\.xml|xl\/|_rels\//.test(text)) {
    return unsupported('an Excel or other Office file', bookAdvice)
  }
  if (text.includes('mimetypeapplication/vnd.oasis.opendocument')) {
    return unsupported('an OpenDocument file', bookAdvice)
  }
  return unsupported('a zip file', zipAdvice)
}

/** Detects UTF-16: Latin text in it has a NUL in every second byte. */
function isUtf16(bytes: Uint8Array): boolean {
  const nuls = [0, 0]
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === 0) nuls[i % 2]!++
  const half = bytes.length / 2
  const [even, odd] = nuls as [number, number]
  return bytes.length >= 4 && Math.max(even, odd) > half * 0.4 && Math.min(even, odd) < half * 0.05
}

function unsupported(name: string, advice: string): JobFailure {
  return { error: 'unsupported_file', message: `The file is ${name}. ${advice}.` }
}
