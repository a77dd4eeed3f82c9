import type { Intent } from '#language/schemas'
import type { Operation } from '#platform/api'
import { reverse } from '../../geocoding/reverse/contract.ts'
import { search } from '../../geocoding/search/contract.ts'
import { elevation } from '../../routing/elevation/contract.ts'
import { isochrone } from '../../routing/isochrone/contract.ts'
import { matrix } from '../../routing/matrix/contract.ts'
import { optimize } from '../../routing/optimize/contract.ts'
import { route } from '../../routing/route/contract.ts'

/** Operation that answers each intent. */
export const backendContracts: Readonly<Record<Intent, Operation>> = {
  route,
  optimize,
  isochrone,
  elevation,
  matrix,
  geocode: search,
  reverse_geocode: reverse,
}
