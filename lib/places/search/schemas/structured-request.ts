import * as z from 'zod'
import { addressIssues, addressShape } from './address-fields.ts'
import { ServedRegion } from './codes.ts'
import { scopeIssues, scopeShape, sizeParameter } from './scope.ts'

/** Query of `structured-search`: fields of an address, `size` (default 5), and filters and preferences. */
export const StructuredSearchRequest = z
  .object({ ...addressShape, size: sizeParameter(5), ...scopeShape, served_region: ServedRegion })
  .superRefine((request, context) => {
    for (const issue of [...addressIssues(request), ...scopeIssues(request)]) {
      context.addIssue({ code: 'custom', ...issue })
    }
  })
  .meta({ id: 'StructuredSearchRequest' })

export type StructuredSearchRequest = z.output<typeof StructuredSearchRequest>
