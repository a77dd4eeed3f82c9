import type * as z from 'zod'
import type { ErrorCode } from '#platform/errors'
import { checkPath } from './path-parameters.ts'
import { type WithWarnings, withWarnings } from './warnings.ts'

/** Checks an amount of integer micro-dollars (1 USD = 1,000,000) and returns it. */
export function microdollars(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`not micro-dollars: ${amount}`)
  return amount
}

/** Data and capabilities of an operation, which determine its permissions, layer and memory. */
export type Need = 'engine' | 'terrain' | 'places' | 'features' | 'weather' | 'language' | 'jobs'

/** A request with its real answer: shown in the documentation and run by the tests on the demo region. */
export interface Example {
  /** Lower-case identifier, unique within the operation. */
  name: string
  summary: string
  /** The body of a POST, the query parameters of a GET or DELETE, and the parameters of the path. */
  request: Record<string, unknown>
}

/** A price that depends on the call, in micro-dollars. */
export interface PriceByCall<Input, Answer> {
  /** Balance that an account needs to call at all, micro-dollars. */
  min: number
  /**
   * Returns the price for an input and its answer. Without an answer, before the work, returns the part that is
   * already known.
   */
  of(input: Input, answer?: Answer): number
  /** Unit that the minimum pays for, as in `0.0002 USD per item`. */
  unit: string
}

export interface OperationDefinition<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Id extends string = string,
  Geojson extends z.ZodType | undefined = z.ZodType | undefined,
> {
  /** `family/name`, or a name alone; also the folder under `functions/`. */
  id: Id
  /** A POST has a JSON body; the others take query parameters. */
  method: 'GET' | 'POST' | 'DELETE'
  /** A segment `{name}` is a parameter: a field of the input. */
  path: `/v1/${string}`
  /** Status of success; 200 by default. */
  status?: 200 | 201
  /** A few words, without a full stop. */
  summary: string
  /** Markdown, a few sentences. */
  description: string
  /** Price of one call in micro-dollars, or by input and answer. Calls with price 0 leave no ledger row. */
  price: number | PriceByCall<z.output<Input>, z.output<Output>>
  /**
   * Balance that an account needs to call at all, micro-dollars, when it is higher than the price. Calls with less
   * get 402.
   */
  minBalance?: number
  needs: readonly Need[]
  /** Grant that the account needs; by default none. */
  grant?: string
  input: Input
  /** Schema of the answer. A field `warnings` is added to every schema. */
  output: Output
  /** Schema of the GeoJSON form of the output, if the operation offers one; the handler provides its renderer. */
  geojson?: Geojson
  /** Error codes in addition to those common to all operations. */
  errors: readonly ErrorCode[]
  /**
   * Treatment of fields and parameters that the input does not know, at any level. By default a warning names them.
   * They are refused where a field left out by mistake could cost a life.
   */
  unknownFields?: 'named' | 'refused'
  examples: readonly Example[]
  /** Advice when the answer would be over 6 MB. */
  tooLarge?: string
  /** Time after which the caller gets `gateway_timeout`, seconds; the platform ends requests at 29 s. */
  deadlineSeconds?: number
}

export type Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  Id extends string = string,
  Geojson extends z.ZodType | undefined = z.ZodType | undefined,
> = Readonly<OperationDefinition<Input, Output, Id, Geojson>> & {
  readonly deadlineSeconds: number
}

/**
 * Declares an operation. Its contract is data: the deployed function, the local gateway, the OpenAPI document, the
 * price list and the client are all derived from it.
 *
 * @throws TypeError when the path is malformed or has a parameter that the input does not have.
 */
export function operation<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Id extends string,
  Geojson extends z.ZodType | undefined = undefined,
>(
  definition: OperationDefinition<Input, Output, Id, Geojson>,
): Operation<Input, WithWarnings<Output>, Id, GeojsonWithWarnings<Geojson>> {
  checkPath(definition.path, definition.input)
  const { geojson } = definition
  return Object.freeze({
    deadlineSeconds: 25,
    ...definition,
    output: withWarnings(definition.output),
    ...(geojson && { geojson: withWarnings(geojson) }),
  }) as Operation<Input, WithWarnings<Output>, Id, GeojsonWithWarnings<Geojson>>
}

type GeojsonWithWarnings<Geojson> = Geojson extends z.ZodType ? WithWarnings<Geojson> : undefined

/** Returns whether all calls are free. */
export function isFree(operation: Pick<Operation, 'price'>): boolean {
  return operation.price === 0
}

/** Returns the balance that an account needs for a call, micro-dollars; without an input, the minimum for any call. */
export function computeRequiredBalance<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input?: z.output<I>,
): number {
  return Math.max(operation.minBalance ?? 0, computePrice(operation, input))
}

/** Returns whether calls have a JSON body; otherwise their input is in path and query. */
export function hasBody({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST'
}

/**
 * Returns the price of one call, micro-dollars: without an input the minimum, without an answer the part that is
 * known before the work.
 */
export function computePrice<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input?: z.output<I>,
  answer?: z.output<O>,
): number {
  const { price } = operation
  if (typeof price === 'number') return price
  return input === undefined ? price.min : price.of(input, answer)
}
