import type * as z from 'zod'
import { findKnownFields, type KnownFields } from './known-fields.ts'
import { findNearestName, findSynonym, isSameName } from './nearest-name.ts'
import type { FieldPath, UnknownField } from './unknown-fields.ts'

/** Maximum depth at which names are searched; deeper ones belong to lazy schemas. */
const maxDepth = 8

/** Maximum characters of a name; longer ones are not similar to any known name. */
const maxNameCharacters = 100

/** A known field and the location of its object, such as `params` or `locations[]`; empty at the top. */
interface NamedPlace {
  name: string
  place: string
}

const placesBySchema = new WeakMap<z.ZodType, readonly NamedPlace[]>()

/**
 * Returns the end of a sentence about an unknown field: `did you mean "searched"?`, or where a field of that name
 * belongs. Returns `undefined` when no known name is similar.
 */
export function describeHint(
  { path, siblings }: UnknownField,
  schema: z.ZodType,
): string | undefined {
  const name = String(path.at(-1))
  if (name.length > maxNameCharacters) return undefined
  const same = siblings.find((each) => isSameName(each, name))
  if (same !== undefined) return formatQuestion(same)
  const places = listNamedPlaces(schema).filter((each) => isNear(each, path))
  const elsewhere = places.find((each) => isSameName(each.name, name))
  if (elsewhere) {
    return elsewhere.place === ''
      ? `"${elsewhere.name}" belongs at the top level`
      : `"${elsewhere.name}" belongs in "${elsewhere.place}"`
  }
  const sibling = findSynonym(name, siblings) ?? findNearestName(name, siblings)
  if (sibling !== undefined) return formatQuestion(sibling)
  const other = findNearestName(name, [...new Set(places.map((each) => each.name))])
  const found = places.find((each) => each.name === other)
  return found && formatQuestion(`${found.place}${found.place && '.'}${found.name}`)
}

function formatQuestion(name: string): string {
  return `did you mean "${name}"?`
}

/**
 * Returns whether to suggest a known field: one of an enclosing object, any field for an unknown one at the top, and
 * elsewhere only names of several words, because a single word such as `type` is probably unrelated.
 */
function isNear({ place, name }: NamedPlace, path: FieldPath): boolean {
  const above = path
    .slice(0, -1)
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .slice(1)
  // The field belongs to another option of a union.
  if (place === above) return false
  const isAbove = place === '' || above.startsWith(`${place}.`) || above.startsWith(`${place}[`)
  return above === '' || isAbove || name.includes('_')
}

/** Lists all known fields of a schema with their locations, the shallowest first. */
function listNamedPlaces(schema: z.ZodType): readonly NamedPlace[] {
  let places = placesBySchema.get(schema)
  if (!places) {
    const found: (NamedPlace & { depth: number })[] = []
    collectPlaces(findKnownFields(schema), '', 0, (name, place, depth) =>
      found.push({ name, place, depth }),
    )
    places = found.sort((a, b) => a.depth - b.depth)
    placesBySchema.set(schema, places)
  }
  return places
}

type Found = (name: string, place: string, depth: number) => void

function collectPlaces(known: KnownFields, place: string, depth: number, found: Found): void {
  if (depth > maxDepth) return
  switch (known.kind) {
    case 'object':
      for (const [name, fields] of known.fields) {
        found(name, place, depth)
        collectPlaces(fields, place === '' ? name : `${place}.${name}`, depth + 1, found)
      }
      break
    case 'list':
      collectPlaces(known.item, `${place}[]`, depth + 1, found)
      break
    case 'choice':
      for (const option of known.options) collectPlaces(option, place, depth + 1, found)
      break
    case 'all':
      for (const part of known.parts) collectPlaces(part, place, depth + 1, found)
      break
    case 'later':
      collectPlaces(known.read(), place, depth + 1, found)
      break
  }
}
