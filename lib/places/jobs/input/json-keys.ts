import { pause } from '#platform/concurrency'
import { invalidFile } from '../job-error.ts'
import type { Chunk } from '../steps/types.ts'
import { maxHeaderBytes } from './head.ts'
import type { InputFile } from './input-file.ts'
import { readChunk } from './read-chunk.ts'

export interface KeysOptions {
  /** Whether every name becomes a column; too many names are then an error. */
  needsAll: boolean
  /** Selects names that are kept even when there are too many others. */
  isWanted: (name: string) => boolean
  signal?: AbortSignal | undefined
}

/**
 * Collects the field names of the records of a JSON Lines file, in order of appearance. Once the names exceed
 * `maxHeaderBytes`, adds only wanted ones. Throws `JobError` when no line is an object with fields, or when all names
 * are needed and exceed that limit.
 */
export async function collectJsonKeys(
  file: InputFile,
  chunks: readonly Chunk[],
  { needsAll, isWanted: wanted, signal }: KeysOptions,
): Promise<string[]> {
  const names = new Set<string>()
  let bytes = 0
  for (const chunk of chunks) {
    const rows = await readChunk(
      file,
      chunk,
      { format: 'jsonl', separator: '', header: [] },
      signal,
    )
    for (const { keys = [] } of rows) {
      for (const name of keys) {
        if (names.has(name)) continue
        bytes += Buffer.byteLength(name) + 1
        if (bytes > maxHeaderBytes && needsAll) throw tooManyNames(chunk.line)
        if (bytes <= maxHeaderBytes || wanted(name)) names.add(name)
      }
      await pause(signal)
    }
  }
  if (names.size > 0) return [...names]
  throw invalidFile(
    'No line of the file is a JSON object with fields. JSON Lines has one object on each line.',
    chunks[0]!.line,
  )
}

function tooManyNames(line: number) {
  return invalidFile(
    `The objects have more different fields than a table can have columns: over ${maxHeaderBytes / 1024} KB of names. Ask for the output "jsonl".`,
    line,
  )
}
