import type { Operation } from '#platform/api'
import { parseAddress } from './ai/parse-address/contract.ts'
import { aiQuery } from './ai/query/contract.ts'
import { autocomplete } from './geocoding/autocomplete/contract.ts'
import { batch } from './geocoding/batch/contract.ts'
import { cancelJob } from './geocoding/jobs/cancel/contract.ts'
import { createJob } from './geocoding/jobs/create/contract.ts'
import { listJobs } from './geocoding/jobs/list/contract.ts'
import { showJob } from './geocoding/jobs/show/contract.ts'
import { parse } from './geocoding/parse/contract.ts'
import { place } from './geocoding/place/contract.ts'
import { places } from './geocoding/places/contract.ts'
import { reverse } from './geocoding/reverse/contract.ts'
import { search } from './geocoding/search/contract.ts'
import { structuredSearch } from './geocoding/structured-search/contract.ts'
import { predict } from './predict/contract.ts'
import { compare } from './routing/compare/contract.ts'
import { elevation } from './routing/elevation/contract.ts'
import { findAndRoute } from './routing/find-and-route/contract.ts'
import { isochrone } from './routing/isochrone/contract.ts'
import { locate } from './routing/locate/contract.ts'
import { matrix } from './routing/matrix/contract.ts'
import { optimize } from './routing/optimize/contract.ts'
import { route } from './routing/route/contract.ts'
import { searchAlongRoute } from './routing/search-along-route/contract.ts'
import { snap } from './routing/snap/contract.ts'

const table = [
  route,
  optimize,
  compare,
  locate,
  findAndRoute,
  searchAlongRoute,
  isochrone,
  elevation,
  snap,
  matrix,
  search,
  autocomplete,
  structuredSearch,
  reverse,
  place,
  places,
  batch,
  createJob,
  listJobs,
  showJob,
  cancelJob,
  parse,
  parseAddress,
  aiQuery,
  predict,
] as const

/** The operations with the types of their contracts, for the client. */
export type OperationTable = typeof table

/** All operations of the service. Routes, documents, prices and the client are derived from this table. */
export const operations: readonly Operation[] = table
