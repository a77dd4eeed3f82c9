import type * as z from 'zod'
import type { ErrorCode } from '../errors/index.ts'

/** Integer micro-dollars (1 USD = 1,000,000). */
export function microdollars(amount: number): number {
  if (!Number.isSafeInteger(amount) || amount < 0)
    throw new RangeError(`not micro-dollars: ${amount}`)
  return amount
}

/** Data and capabilities of an operation, from which permissions, layer and memory follow. */
export type Need = 'engine' | 'terrain' | 'places' | 'features' | 'weather' | 'language'

/** A request with its real answer: shown in the documentation and run by the tests on the demo region. */
export interface Example {
  /** Lower-case identifier, unique within the operation. */
  name: string
  summary: string
  /** The body of a POST, the query parameters of a GET. */
  request: Record<string, unknown>
}

export interface OperationDefinition<Input extends z.ZodType, Output extends z.ZodType> {
  /** `family/name`, or a name alone; also the folder under `functions/`. */
  id: string
  method: 'GET' | 'POST'
  path: `/v1/${string}`
  /** A few words, without a full stop. */
  summary: string
  /** Markdown, a few sentences. */
  description: string
  /** Micro-dollars for one call; or the minimum, and the price of a call with this input. */
  price: number | { min: number; of(input: z.output<Input>): number; unit: string }
  needs: readonly Need[]
  /** Grant that the account needs; none by default. */
  grant?: string
  input: Input
  output: Output
  /** The GeoJSON form of the output, where the operation offers one; the handler names its renderer. */
  geojson?: z.ZodType
  /** Error codes beyond those of every operation. */
  errors: readonly ErrorCode[]
  examples: readonly Example[]
  /** Advice when the answer would be over 6 MB. */
  tooLarge?: string
  /**
   * Whether a call can take seconds of work: the local server keeps some workers free of such calls. A
   * function decides by the unchecked body, and may throw for an invalid one.
   */
  heavy?: true | ((body: unknown) => boolean)
  /** Seconds after which the caller gets `gateway_timeout`; the platform ends requests at 29 s. */
  deadlineSeconds?: number
}

export type Operation<
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = Readonly<OperationDefinition<Input, Output>> & { readonly deadlineSeconds: number }

/**
 * Declares an operation. Its contract is data: the deployed function, the local gateway, the OpenAPI
 * document, the price list and the client are all derived from it.
 */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  definition: OperationDefinition<Input, Output>,
): Operation<Input, Output> {
  return Object.freeze({ deadlineSeconds: 25, ...definition })
}

/** Micro-dollars of one call; without an input the minimum. */
export function priceOf<I extends z.ZodType>(operation: Operation<I>, input?: z.output<I>): number {
  const { price } = operation
  if (typeof price === 'number') return price
  return input === undefined ? price.min : Math.max(price.min, price.of(input))
}
