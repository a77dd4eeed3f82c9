import type * as z from 'zod'
import type { OperationTable } from '../functions/operations.ts'
import type { JobStatus } from '../lib/places/jobs/schemas/index.ts'
import type { errorBodies } from '../lib/platform/api/index.ts'
import type { Method } from './method.ts'

/*
 * Types of the service, derived from its contracts. In the packed client, `build/print-contracts.ts` replaces this
 * module by plain declarations.
 */

/** The body of each error of the service, by its code. */
export type ErrorBodies = {
  [Code in keyof typeof errorBodies]: z.output<(typeof errorBodies)[Code]>
}

export type { JobStatus }

type Contract = OperationTable[number]

type MethodOf<C extends Contract> = Method<
  z.input<C['input']>,
  z.output<C['output']>,
  NonNullable<C['geojson']> extends infer Geojson extends z.ZodType ? z.output<Geojson> : undefined
>

/** Converts `structured-search` to `structuredSearch`. */
type CamelCase<Words extends string> = Words extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Words

/** Nests an object for each segment of an operation's id: `{ geocoding: { jobs: { create: ... } } }`. */
type Nested<Id extends string, Leaf> = Id extends `${infer Head}/${infer Tail}`
  ? { [Name in CamelCase<Head>]: Nested<Tail, Leaf> }
  : { [Name in CamelCase<Id>]: Leaf }

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** A method for each operation, by its id. */
export type Operations = Intersection<
  { [C in Contract as C['id']]: Nested<C['id'], MethodOf<C>> }[Contract['id']]
>
