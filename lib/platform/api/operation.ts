import type * as z from 'zod'
import type { ErrorCode } from '#platform/errors'
import { checkPath } from './path-parameters.ts'
import { type WithWarnings, withWarnings } from './warnings.ts'

/** Integer micro-dollars (1 USD = 1,000,000). */
export function microdollars(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`not micro-dollars: ${amount}`)
  return amount
}

/** Data and capabilities of an operation, from which permissions, layer and memory follow. */
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
  /** What an account must have to call at all. */
  min: number
  /** Without an answer, before the work, what is known of the price then; with it the price. */
  of(input: Input, answer?: Answer): number
  /** What the minimum is for, as in `0.0002 USD per item`. */
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
  /** Micro-dollars for one call, 0 for none and no ledger row; or a price by input and answer. */
  price: number | PriceByCall<z.output<Input>, z.output<Output>>
  /** Micro-dollars that an account must have to call at all, where that is more than the price; 402 below. */
  minBalance?: number
  needs: readonly Need[]
  /** Grant that the account needs; none by default. */
  grant?: string
  input: Input
  /** Schema of the answer; every operation's has `warnings` beside it. */
  output: Output
  /** The GeoJSON form of the output, where the operation offers one; the handler names its renderer. */
  geojson?: Geojson
  /** Error codes beyond those of every operation. */
  errors: readonly ErrorCode[]
  /**
   * What happens to fields and parameters that the input does not know, at any level: named in a warning, the default,
   * or refused, where a field that was left out could cost a life.
   */
  unknownFields?: 'named' | 'refused'
  examples: readonly Example[]
  /** Advice when the answer would be over 6 MB. */
  tooLarge?: string
  /** Seconds after which the caller gets `gateway_timeout`; the platform ends requests at 29 s. */
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
 * Declares an operation. Its contract is data: the deployed function, the local gateway, the OpenAPI
 * document, the price list and the client are all derived from it.
 *
 * @throws TypeError when the path is malformed or has a parameter that the input has not.
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

/** Whether no call costs anything. */
export function isFree(operation: Pick<Operation, 'price'>): boolean {
  return operation.price === 0
}

/** Micro-dollars that an account must have for a call; without an input, for any. */
export function requiredBalance<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input?: z.output<I>,
): number {
  return Math.max(operation.minBalance ?? 0, priceOf(operation, input))
}

/** Whether calls have a JSON body; otherwise their input is in path and query. */
export function hasBody({ method }: Pick<Operation, 'method'>): boolean {
  return method === 'POST'
}

/** Micro-dollars of one call; without an input the minimum, without an answer what is known before the work. */
export function priceOf<I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input?: z.output<I>,
  answer?: z.output<O>,
): number {
  const { price } = operation
  if (typeof price === 'number') return price
  return input === undefined ? price.min : price.of(input, answer)
}
