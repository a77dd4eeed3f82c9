/**
 * Parts of an ELF shared object (64 bit, little-endian) that determine how it is loaded. Any machine can read them.
 * Constants are from the System V ABI (gABI 4.1, chapters 4 and 5) and, for symbol versions, from the Linux Standard
 * Base (LSB Core 5.0, 10.7).
 */
export interface SharedObject {
  machine: 'x86_64' | 'arm64'
  /** Libraries that the object depends on, in the loader's order. */
  needed: string[]
  /** Folders searched first, before `LD_LIBRARY_PATH`. */
  rpath: string[]
  /** Folders searched after `LD_LIBRARY_PATH`. If present, the loader ignores `rpath`. */
  runpath: string[]
  /** Versions of symbols required from a library, for example `libc.so.6` -> `GLIBC_2.17`. */
  versions: Map<string, string[]>
  /** Names of imported symbols. Weak ones may be missing and are left out. */
  undefinedSymbols: { name: string; version?: string; library?: string }[]
  /** Names of exported symbols. */
  definedSymbols: Set<string>
}

/** A section header. */
interface Section {
  type: number
  offset: number
  size: number
  link: number
  info: number
}

const sectionTypes = { dynamic: 6, symbols: 11, needs: 0x6ffffffe, versions: 0x6fffffff }
const dynamicTags = { end: 0, needed: 1, rpath: 15, runpath: 29 }
const machines: Record<number, SharedObject['machine']> = { 62: 'x86_64', 183: 'arm64' }

/**
 * Parses a shared object. Throws when the bytes are not a 64-bit little-endian shared object for a supported machine.
 */
export function readSharedObject(bytes: Buffer): SharedObject {
  const sections = readSections(bytes)
  const dynamic = findSection(sections, sectionTypes.dynamic)
  const names = (tag: number) => readDynamicNames(bytes, sections, dynamic, tag)
  const paths = (tag: number) => names(tag).flatMap((path) => path.split(':'))
  const needs = readVersionNeeds(bytes, sections)
  const versions = new Map<string, string[]>()
  for (const { library, version } of needs.values()) {
    versions.set(library, [...(versions.get(library) ?? []), version].sort())
  }
  return {
    machine: readMachine(bytes),
    needed: names(dynamicTags.needed),
    rpath: paths(dynamicTags.rpath),
    runpath: paths(dynamicTags.runpath),
    versions,
    ...readSymbols(bytes, sections, needs),
  }
}

/** Returns a copy of the object without some of its dependencies. All other bytes are unchanged. */
export function removeNeeded(bytes: Buffer, libraries: ReadonlySet<string>): Buffer {
  const sections = readSections(bytes)
  const dynamic = findSection(sections, sectionTypes.dynamic)
  const entries: Buffer[] = []
  for (let at = dynamic.offset; at < dynamic.offset + dynamic.size; at += 16) {
    const needs = bytes.readBigInt64LE(at) === BigInt(dynamicTags.needed)
    const name =
      needs && readText(bytes, sections[dynamic.link], Number(bytes.readBigUInt64LE(at + 8)))
    if (name === false || !libraries.has(name)) entries.push(bytes.subarray(at, at + 16))
  }
  const result = Buffer.from(bytes)
  // The remaining entries move up; zeros end the table.
  result.fill(0, dynamic.offset, dynamic.offset + dynamic.size)
  Buffer.concat(entries).copy(result, dynamic.offset)
  return result
}

function readMachine(bytes: Buffer): SharedObject['machine'] {
  const machine = machines[bytes.readUInt16LE(18)]
  if (!machine) throw new Error(`built for another machine (ELF ${bytes.readUInt16LE(18)})`)
  return machine
}

function readSections(bytes: Buffer): Section[] {
  const elf = bytes.length > 64 && bytes.readUInt32BE(0) === 0x7f454c46
  if (!elf || bytes[4] !== 2 || bytes[5] !== 1) {
    throw new Error('not a 64-bit little-endian ELF file')
  }
  const start = Number(bytes.readBigUInt64LE(40))
  const [entrySize, count] = [bytes.readUInt16LE(58), bytes.readUInt16LE(60)]
  return Array.from({ length: count }, (_, i) => {
    const at = start + i * entrySize
    return {
      type: bytes.readUInt32LE(at + 4),
      offset: Number(bytes.readBigUInt64LE(at + 24)),
      size: Number(bytes.readBigUInt64LE(at + 32)),
      link: bytes.readUInt32LE(at + 40),
      info: bytes.readUInt32LE(at + 44),
    }
  })
}

function findSection(sections: Section[], type: number): Section {
  const section = sections.find((section) => section.type === type)
  if (!section) throw new Error('not a shared object: a loader section is missing')
  return section
}

function readDynamicNames(
  bytes: Buffer,
  sections: Section[],
  table: Section,
  tag: number,
): string[] {
  const found: string[] = []
  for (let at = table.offset; at < table.offset + table.size; at += 16) {
    const current = Number(bytes.readBigInt64LE(at))
    if (current === dynamicTags.end) break
    if (current === tag) {
      found.push(readText(bytes, sections[table.link], Number(bytes.readBigUInt64LE(at + 8))))
    }
  }
  return found
}

/** Reads the required versions, by the index that symbols refer to. */
function readVersionNeeds(
  bytes: Buffer,
  sections: Section[],
): Map<number, { library: string; version: string }> {
  const needs = new Map<number, { library: string; version: string }>()
  const section = sections.find((section) => section.type === sectionTypes.needs)
  if (!section) return needs
  const text = (offset: number) => readText(bytes, sections[section.link], offset)
  let file = section.offset
  for (let i = 0; i < section.info; i++) {
    const library = text(bytes.readUInt32LE(file + 4))
    let entry = file + bytes.readUInt32LE(file + 8)
    for (let j = bytes.readUInt16LE(file + 2); j > 0; j--) {
      const version = text(bytes.readUInt32LE(entry + 8))
      needs.set(bytes.readUInt16LE(entry + 6) & 0x7fff, { library, version })
      entry += bytes.readUInt32LE(entry + 12)
    }
    file += bytes.readUInt32LE(file + 12)
  }
  return needs
}

function readSymbols(
  bytes: Buffer,
  sections: Section[],
  needs: Map<number, { library: string; version: string }>,
): Pick<SharedObject, 'undefinedSymbols' | 'definedSymbols'> {
  const table = findSection(sections, sectionTypes.symbols)
  const versions = sections.find((section) => section.type === sectionTypes.versions)
  const definedSymbols = new Set<string>()
  const undefinedSymbols: SharedObject['undefinedSymbols'] = []
  for (let i = 1; i < table.size / 24; i++) {
    const at = table.offset + i * 24
    const name = readText(bytes, sections[table.link], bytes.readUInt32LE(at))
    const binding = bytes.readUInt8(at + 4) >> 4
    const isUndefined = bytes.readUInt16LE(at + 6) === 0
    if (name === '' || binding === 0) continue
    if (!isUndefined) definedSymbols.add(name)
    else if (binding !== 2) {
      const index = versions ? bytes.readUInt16LE(versions.offset + i * 2) & 0x7fff : 0
      undefinedSymbols.push({ name, ...needs.get(index) })
    }
  }
  return { undefinedSymbols, definedSymbols }
}

function readText(bytes: Buffer, strings: Section | undefined, offset: number): string {
  if (!strings) throw new Error('not a shared object: its names are missing')
  const start = strings.offset + offset
  return bytes.toString('utf8', start, bytes.indexOf(0, start))
}
