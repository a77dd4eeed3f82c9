import type * as z from 'zod'
import { type KnownFields, knownFields } from './known-fields.ts'
import { isSameName, nameOfSameMeaning, nearestName } from './nearest-name.ts'
import type { FieldPath, UnknownField } from './unknown-fields.ts'

/** Levels at which names are looked for: deeper ones are of lazy schemas. */
const maxDepth = 8

/** Longer names are near to no known one. */
const maxNameCharacters = 100

/** A known field and the place of its object, such as `params` or `locations[]`; empty at the top. */
interface NamedPlace {
  name: string
  place: string
}

const placesBySchema = new WeakMap<z.ZodType, readonly NamedPlace[]>()

/**
 * The end of a sentence on an unknown field: `did you mean "searched"?`, or where a field of that name belongs.
 * Undefined where no known name is near.
 */
export function hintFor({ path, siblings }: UnknownField, schema: z.ZodType): string | undefined {
  const name = String(path.at(-1))
  if (name.length > maxNameCharacters) return undefined
  const same = siblings.find((each) => isSameName(each, name))
  if (same !== undefined) return question(same)
  const places = namedPlaces(schema).filter((each) => isNear(each, path))
  const elsewhere = places.find((each) => isSameName(each.name, name))
  if (elsewhere) {
    return elsewhere.place === ''
      ? `"${elsewhere.name}" belongs at the top level`
      : `"${elsewhere.name}" belongs in "${elsewhere.place}"`
  }
  const sibling = nameOfSameMeaning(name, siblings) ?? nearestName(name, siblings)
  if (sibling !== undefined) return question(sibling)
  const other = nearestName(name, [...new Set(places.map((each) => each.name))])
  const found = places.find((each) => each.name === other)
  return found && question(`${found.place}${found.place && '.'}${found.name}`)
}

function question(name: string): string {
  return `did you mean "${name}"?`
}

/**
 * Whether a known field may be what an unknown one is meant for: one above it or, for one at the top, anywhere below.
 * Elsewhere a name of one word, such as `type`, means something else.
 */
function isNear({ place, name }: NamedPlace, path: FieldPath): boolean {
  const above = path
    .slice(0, -1)
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .slice(1)
  // Another option of a union.
  if (place === above) return false
  const isAbove = place === '' || above.startsWith(`${place}.`) || above.startsWith(`${place}[`)
  return above === '' || isAbove || name.includes('_')
}

/** Every known field of a schema with its place, the highest first. */
function namedPlaces(schema: z.ZodType): readonly NamedPlace[] {
  let places = placesBySchema.get(schema)
  if (!places) {
    const found: (NamedPlace & { depth: number })[] = []
    gather(knownFields(schema), '', 0, (name, place, depth) => found.push({ name, place, depth }))
    places = found.sort((a, b) => a.depth - b.depth)
    placesBySchema.set(schema, places)
  }
  return places
}

type Found = (name: string, place: string, depth: number) => void

function gather(known: KnownFields, place: string, depth: number, found: Found): void {
  if (depth > maxDepth) return
  switch (known.kind) {
    case 'object':
      for (const [name, fields] of known.fields) {
        found(name, place, depth)
        gather(fields, place === '' ? name : `${place}.${name}`, depth + 1, found)
      }
      break
    case 'list':
      gather(known.item, `${place}[]`, depth + 1, found)
      break
    case 'choice':
      for (const option of known.options) gather(option, place, depth + 1, found)
      break
    case 'all':
      for (const part of known.parts) gather(part, place, depth + 1, found)
      break
    case 'later':
      gather(known.read(), place, depth + 1, found)
      break
  }
}
