import * as z from 'zod'
import { placeTypes } from '#places/gazetteer'
import { alpha3Of } from '../country-codes.ts'
import { listParameter } from './query-values.ts'

/** ISO 3166-1 alpha-3 from a code of two or three letters in any case. */
export const CountryCode = z
  .string()
  .max(100)
  .transform((code, context) => {
    const alpha3 = alpha3Of(code.trim())
    if (alpha3) return alpha3
    const message = `is no country code of ISO 3166-1: "${code.slice(0, 20)}"`
    context.issues.push({ code: 'custom', message, input: code })
    return z.NEVER
  })
  .meta({ example: 'AND' })

export const CountryCodes = listParameter(
  CountryCode,
  50,
  'Only in these countries: ISO 3166-1 alpha-3 codes with commas. Alpha-2 codes are taken too.',
)

/** A well-formed BCP 47 tag, in canonical form. */
const LanguageTag = z.string().transform((tag, context) => {
  try {
    const [canonical] = tag.length <= 35 ? Intl.getCanonicalLocales(tag) : []
    // The grammar allows longer first subtags, but none is registered.
    if (canonical && /^[a-z]{2,3}(-|$)/.test(canonical)) return canonical
  } catch {
    // Not well-formed.
  }
  const message = `is no language tag of BCP 47: "${tag.slice(0, 20)}"`
  context.issues.push({ code: 'custom', message, input: tag })
  return z.NEVER
})

export const Languages = listParameter(
  LanguageTag,
  10,
  'Languages for names, the most wanted first: BCP 47 tags with commas, as `fr` or `pt-BR,pt,es`. ' +
    'Where a name is known in none of them it is the one used on the spot, and English for countries.',
)

/** The data to search, where a service has several regions. */
export const ServedRegion = z
  .string()
  .max(63)
  .optional()
  .meta({
    description:
      'Only the data of this region, by its name, where the service has several; all by default. An unknown one is ' +
      'refused with the names that there are.',
    example: 'andorra',
  })

export const PlaceTypeSchema = z.enum(placeTypes).meta({ id: 'PlaceType' })

export const PlaceTypes = listParameter(
  PlaceTypeSchema,
  50,
  `Only places of these types, with commas: ${placeTypes.join(', ')}.`,
)
