import { type ErrorCode, errorTable } from '../lib/platform/errors/index.ts'

/** Error codes of the service. In the packed client, `build/stage.ts` replaces this module by plain data. */
export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[]
