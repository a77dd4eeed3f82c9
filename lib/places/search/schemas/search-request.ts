import * as z from 'zod'
import { textParameter } from '#places/text/schemas'
import { ServedRegion } from './codes.ts'
import { scopeIssues, scopeShape, sizeParameter } from './scope.ts'

function searchRequest(description: string, example: string) {
  return z
    .object({
      text: textParameter().meta({ description, example }),
      size: sizeParameter(5),
      ...scopeShape,
      region: ServedRegion,
    })
    .superRefine((request, context) => {
      for (const issue of scopeIssues(request)) context.addIssue({ code: 'custom', ...issue })
    })
}

export const SearchRequest = searchRequest(
  'A name, an address, a category, a category with a place (`bakery in Ordino`), or coordinates in any usual ' +
    'notation, alone or with a category or a name (`bakery near 42.55, 1.53`).',
  'Via Pegna 5, Pradetta',
).meta({ id: 'SearchRequest' })

export type SearchRequest = z.output<typeof SearchRequest>

export const AutocompleteRequest = searchRequest(
  'What has been typed so far; the last word may be unfinished: of a name, an address, a category (`pharm`), or a ' +
    'place to be near (`pharmacy near Enc`).',
  'Via Peg',
).meta({ id: 'AutocompleteRequest' })
