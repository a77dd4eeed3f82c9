import type { PlaceType } from '../../gazetteer/index.ts'
import { isStopWord } from '../../text/index.ts'
import type { AddressFields } from '../query.ts'
import { type Reading, readingsOf } from './interpretations.ts'
import { type Slot, slotOf } from './query-term.ts'
import { understand } from './tokenize.ts'

/** A field that says where. */
export interface AreaField {
  name: 'postalcode' | 'neighbourhood' | 'borough' | 'locality' | 'county' | 'region'
  slots: readonly Slot[]
  /** What answers it by itself, the likeliest first. */
  types: readonly PlaceType[]
}

export interface Fields {
  /** The ways to take street and house number; empty when no street is asked for. */
  targets: readonly Reading[]
  /** Narrowest first. */
  areas: readonly AreaField[]
}

/**
 * Narrowest first. What one country calls a county another calls a region, and a town may be its own
 * region, so each may be answered by its neighbours on the ladder.
 */
const areaFields: readonly Pick<AreaField, 'name' | 'types'>[] = [
  { name: 'neighbourhood', types: ['neighbourhood', 'locality'] },
  { name: 'postalcode', types: ['postalcode'] },
  { name: 'borough', types: ['neighbourhood', 'locality', 'county'] },
  { name: 'locality', types: ['locality', 'neighbourhood', 'county', 'region'] },
  { name: 'county', types: ['county', 'region', 'locality'] },
  { name: 'region', types: ['region', 'county'] },
]

type Warn = (text: string) => void

/** Reads the fields. Blank ones are as good as not given. */
export function fieldsOf(given: AddressFields, warn: Warn): Fields {
  const areas: AreaField[] = []
  for (const { name, types } of areaFields) {
    const slots = slotsOf(given[name] ?? '', 'where', warn)
    if (slots.length > 0) areas.push({ name, types, slots })
  }
  return { targets: targetsOf(given, warn), areas }
}

function targetsOf({ address, street, houseNumber }: AddressFields, warn: Warn): Reading[] {
  if (street?.trim()) {
    const slots = slotsOf(street, 'name', warn)
    const number = houseNumber?.trim()
    return slots.length > 0 ? [number ? { slots, houseNumber: number } : { slots }] : []
  }
  const line = [houseNumber, address].filter((part) => part?.trim()).join(' ')
  const readings = readingsOf(understand(line, { open: false, warn }))
  return readings
    .filter(({ country, slots }) => !country && slots.length > 0)
    .map((reading) => ({ ...reading, slots: reading.slots.map(named) }))
}

function named(slot: Slot): Slot {
  return { ...slot, role: 'name' }
}

function slotsOf(text: string, role: 'name' | 'where', warn: Warn): Slot[] {
  const { words } = understand(text, { open: false, warn })
  const onlyStops = words.every((word) => isStopWord(word.text))
  return words.map((word) => ({
    ...slotOf(word, {
      categories: [],
      prefix: false,
      optional: !onlyStops && isStopWord(word.text),
    }),
    role,
  }))
}
