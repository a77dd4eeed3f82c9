import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { makeModuleFolder, writeModule } from './bundle-cache.ts'

/** First block of 256 characters beyond the Basic Multilingual Plane. */
const firstRareBlock = 0x100

/** Blocks of Chinese characters and Korean syllables, most of the table. */
const packedBlocks = { first: 0x34, last: 0xd7 } as const

/**
 * Copies any-ascii without the characters beyond the Basic Multilingual Plane (316 of its 546 kB), which `toLatin`
 * never looks up. Chinese and Korean are compressed, because few texts need them. Returns the path of the module.
 */
export function packTransliteration(root: string): string {
  const require = createRequire(join(root, 'package.json'))
  const entry = require.resolve('any-ascii')
  const folder = makeModuleFolder(root, 'any-ascii')
  const path = join(folder, 'any-ascii.js')
  writeModule(path, readFileSync(entry, 'utf8'))
  const table = join(dirname(entry), 'block.js')
  const lines = readFileSync(table, 'utf8').split('\n')
  const kept = lines.filter(
    (line) => !(parseBlockNumber(line) >= firstRareBlock) && !isPacked(parseBlockNumber(line)),
  )
  if (kept.length === lines.length || !kept.includes('return""'))
    throw new Error('any-ascii has another format.')
  const { default: block } = require(table) as { default: (blockNumber: number) => string }
  writeModule(join(folder, 'block.js'), withPackedBlocks(kept, block))
  return path
}

function isPacked(block: number): boolean {
  return block >= packedBlocks.first && block <= packedBlocks.last
}

/** Puts the packed blocks into one text, which is decompressed when one of them is first looked up. */
function withPackedBlocks(
  lines: readonly string[],
  block: (blockNumber: number) => string,
): string {
  const { first, last } = packedBlocks
  const blocks = Array.from({ length: last - first + 1 }, (_, i) => block(first + i))
  const packed = brotliCompressSync(blocks.join('\n')).toString('base64')
  return [
    `import { brotliDecompressSync } from 'node:zlib'`,
    'let unpacked',
    ...lines.slice(0, lines.indexOf('return""')),
    `if (blockNum < ${first} || blockNum > ${last}) return ""`,
    `unpacked ??= brotliDecompressSync(Buffer.from("${packed}", "base64")).toString().split("\\n")`,
    `return unpacked[blockNum - ${first}]`,
    ...lines.slice(lines.indexOf('return""') + 1),
  ].join('\n')
}

/** Returns the block number in a line of the table; NaN for other lines. */
function parseBlockNumber(line: string): number {
  return Number(/^case (\d+):/.exec(line)?.[1] ?? Number.NaN)
}
