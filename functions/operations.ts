import type { Operation } from '../lib/api/index.ts'
import { route } from './routing/route/contract.ts'

/** Every operation of the service. All that is derived (routes, documents, tools, prices) starts here. */
export const operations: readonly Operation[] = [route]
