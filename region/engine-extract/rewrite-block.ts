import { PbfReader } from 'pbf'
import { type OsmTags, readList } from '../osm/index.ts'
import { BlockTexts, cleanTexts } from './block-texts.ts'
import { bytesField, GrowingBytes, packVarints, replaceFields, visitFields } from './fields.ts'

/** Rules that change the tags of an extract. Functions return their argument if nothing changes. */
export interface TagRules {
  /**
   * Keys of the ways to check; only ways with one of these keys, or with an id in `ways`, are passed to the rules.
   */
  wayKeys: ReadonlySet<string>
  ways: { has(id: number): boolean; readonly size: number }
  way(id: number, tags: OsmTags): OsmTags
  /** Keys of the nodes to check; only nodes with one of these keys are passed to the rules. */
  nodeKeys: ReadonlySet<string>
  node(tags: OsmTags): OsmTags
}

// Field numbers of osmformat.proto: of a block, of a group, and of nodes and ways, which share theirs.
const groupField = 2
const [nodeField, denseField, wayField] = [1, 2, 3]
const [idField, keysField, valuesField, denseTagsField] = [1, 2, 3, 10]

/**
 * Returns a block with clean texts and changed tags; everything else is copied. Returns undefined if nothing changes.
 */
export function rewriteBlock(block: Uint8Array, rules: TagRules): Uint8Array | undefined {
  const clean = cleanTexts(block)
  return rewriteTags(clean ?? block, rules) ?? clean
}

function rewriteTags(block: Uint8Array, rules: TagRules): Uint8Array | undefined {
  const texts = new BlockTexts(block)
  const wayKeys = texts.findIndices(rules.wayKeys)
  const nodeKeys = texts.findIndices(rules.nodeKeys)
  if (wayKeys.size === 0 && nodeKeys.size === 0 && rules.ways.size === 0) return undefined
  const objects = new ObjectRewriter(texts, rules, { wayKeys, nodeKeys })
  const rewritten = replaceFields(block, (tag, group) =>
    tag === groupField
      ? replaceFields(group, (tag, object) => objects.rewritten(tag, object))
      : undefined,
  )
  return rewritten && texts.extendBlock(rewritten)
}

interface KeyIndices {
  wayKeys: ReadonlySet<number>
  nodeKeys: ReadonlySet<number>
}

class ObjectRewriter {
  readonly #texts: BlockTexts
  readonly #rules: TagRules
  readonly #keys: KeyIndices

  constructor(texts: BlockTexts, rules: TagRules, keys: KeyIndices) {
    this.#texts = texts
    this.#rules = rules
    this.#keys = keys
  }

  /** Rewrites a member of a group. Returns undefined if nothing changes. */
  rewritten(tag: number, object: Uint8Array): Uint8Array | undefined {
    const { wayKeys, nodeKeys } = this.#keys
    if (tag === wayField && (wayKeys.size > 0 || this.#rules.ways.size > 0))
      return this.#way(object)
    if (tag === nodeField && nodeKeys.size > 0) return this.#node(object)
    if (tag === denseField && nodeKeys.size > 0)
      return replaceFields(object, (tag, column) =>
        tag === denseTagsField ? this.#denseTags(column) : undefined,
      )
    return undefined
  }

  #way(way: Uint8Array): Uint8Array | undefined {
    const { id, keys, values } = readIdAndTags(way)
    const { wayKeys } = this.#keys
    if (!this.#rules.ways.has(id) && !keys.some((key) => wayKeys.has(key))) return undefined
    const tags = this.#tags(keys, values)
    const changed = this.#rules.way(id, tags)
    return changed === tags ? undefined : this.#withTags(way, changed)
  }

  #node(node: Uint8Array): Uint8Array | undefined {
    const { keys, values } = readIdAndTags(node)
    if (!keys.some((key) => this.#keys.nodeKeys.has(key))) return undefined
    const tags = this.#tags(keys, values)
    const changed = this.#rules.node(tags)
    return changed === tags ? undefined : this.#withTags(node, changed)
  }

  /** Rewrites the column of a group's tags: for each node its keys and values in turn, and a 0 at the end. */
  #denseTags(column: Uint8Array): Uint8Array | undefined {
    const reader = new PbfReader(column)
    const rewritten: number[] = []
    let hasChanged = false
    while (reader.pos < reader.length) {
      const keys: number[] = []
      const values: number[] = []
      let isWanted = false
      for (let key = reader.readVarint(); key !== 0; key = reader.readVarint()) {
        isWanted ||= this.#keys.nodeKeys.has(key)
        keys.push(key)
        values.push(reader.readVarint())
        if (reader.pos >= reader.length) break
      }
      const tags = isWanted ? this.#tags(keys, values) : undefined
      const changed = tags && this.#rules.node(tags)
      if (changed && changed !== tags) {
        hasChanged = true
        for (const text of Object.entries(changed).flat())
          rewritten.push(this.#texts.findOrAddIndex(text))
      } else for (const [i, key] of keys.entries()) rewritten.push(key, values[i]!)
      rewritten.push(0)
    }
    return hasChanged ? packVarints(rewritten) : undefined
  }

  #tags(keys: readonly number[], values: readonly number[]): OsmTags {
    if (keys.length !== values.length) throw new RangeError('keys without values')
    return Object.fromEntries(
      keys.map((key, i) => [this.#texts.at(key), this.#texts.at(values[i]!)]),
    )
  }

  #withTags(object: Uint8Array, tags: OsmTags): Uint8Array {
    const entries = Object.entries(tags)
    const column = (texts: readonly string[]): Uint8Array =>
      packVarints(texts.map((text) => this.#texts.findOrAddIndex(text)))
    const rewritten = new GrowingBytes(object.length + 64)
    visitFields(object, (tag, _, from, to) => {
      if (tag === keysField || tag === valuesField) return
      rewritten.add(object.subarray(from, to))
      if (tag !== idField) return
      rewritten.add(bytesField(keysField, column(entries.map(([key]) => key))))
      rewritten.add(bytesField(valuesField, column(entries.map(([, value]) => value))))
    })
    return rewritten.bytes()
  }
}

/** Reads the id of a way and its tags. For nodes, whose ids are signed, only the tags are valid. */
function readIdAndTags(object: Uint8Array): { id: number; keys: number[]; values: number[] } {
  return new PbfReader(object).readFields(
    (tag, into, pbf) => {
      if (tag === idField) into.id = pbf.readVarint()
      else if (tag === keysField) readList(pbf, into.keys)
      else if (tag === valuesField) readList(pbf, into.values)
    },
    { id: 0, keys: [] as number[], values: [] as number[] },
  )
}
