import { findKnownNames } from '#language/names'
import { type PlaceSlot, readQuery } from '#language/reader'
import { hereText, type ResolvedPlace, resolvePlaces } from '#language/resolve'
import type { Gazetteer } from '#places/gazetteer'
import type { Outcome } from './judge.ts'
import type { Question } from './questions.ts'

/** Reads a question and settles its places, as a call does before its operation runs. */
export async function runQuestion(
  { text, context }: Question,
  gazetteer: Gazetteer,
): Promise<Outcome> {
  const isName = await findKnownNames(text, gazetteer)
  const reading = readQuery(text, { hasLocation: context?.location !== undefined, isName })
  if (reading.refusal) return { error: 'ambiguous_query', intent: reading.intent }
  const { intent, slots } = reading
  const { country, location } = context ?? {}
  const resolution = await resolvePlaces([slots.places, ...slots.otherPlaces], {
    gazetteer,
    ...(country && { country }),
    ...(location && { location }),
    warn: () => {},
  })
  if (resolution.isRelative) return { error: 'ambiguous_query', intent }
  if (resolution.missing) {
    const unresolved = resolution.missing.unresolved.map(({ text }) => text)
    return { error: 'geocode_failed', intent, unresolved }
  }
  return { intent, slots: { ...slots, places: resolution.places.map(slotOf) } }
}

/** A settled place in the form of a slot. */
function slotOf({ role, text, position, result }: ResolvedPlace): PlaceSlot {
  if (result) return { role, kind: 'named', text, otherTexts: [] }
  return text === hereText ? { role, kind: 'here' } : { role, kind: 'position', text, position }
}
