import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { moduleFolder, writeModule } from './bundle-cache.ts'

/** The first block of 256 characters beyond the Basic Multilingual Plane. */
const firstRareBlock = 0x100

/** The blocks of Chinese characters and Korean syllables, most of the table. */
const packedBlocks = { first: 0x34, last: 0xd7 } as const

/**
 * Makes a copy of any-ascii without the characters beyond the Basic Multilingual Plane, 316 of its 546 kB,
 * which `inLatin` never looks up, and with Chinese and Korean compressed: few texts need them. Returns the
 * path of its module.
 */
export function transliteration(root: string): string {
  const require = createRequire(join(root, 'package.json'))
  const entry = require.resolve('any-ascii')
  const folder = moduleFolder(root, 'any-ascii')
  const path = join(folder, 'any-ascii.js')
  writeModule(path, readFileSync(entry, 'utf8'))
  const table = join(dirname(entry), 'block.js')
  const lines = readFileSync(table, 'utf8').split('\n')
  const kept = lines.filter(
    (line) => !(blockOf(line) >= firstRareBlock) && !isPacked(blockOf(line)),
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

/** The table with its packed blocks in one text, which is unpacked when one of them is looked up. */
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

/** The block number in a line of the table; NaN for other lines. */
function blockOf(line: string): number {
  return Number(/^case (\d+):/.exec(line)?.[1] ?? Number.NaN)
}
