import { type ErrorCode, errorTable } from '../lib/platform/errors/index.ts'

/** The codes of the service. Printed as data in the packed client: `build/print-contracts.ts`. */
export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[]
