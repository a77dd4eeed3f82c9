/** The parts of an operation that the page uses. */
export interface OperationOnPage {
  id: string
  method: string
  path: string
  summary: string
  /** Price of a call in USD, as text. The minimum price if the price depends on the call. */
  price: string
  /** Unit of the price, if it is not the call. */
  unit?: string
  /** Name of the MCP tool that calls the operation. */
  tool?: string
}

/** JSON Schema of an option. */
export interface OptionFacts {
  type?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  default?: unknown
  description?: string
}

/** Data from the contracts that is built into the page. */
export interface PageFacts {
  operations: OperationOnPage[]
  /** Price of each answered row of a job in USD, as text. */
  jobRowPrice: string
  /** Behaviour profiles of missing persons that predictions support. */
  profiles: string[]
  /** Schemas of the parameters of a prediction, weather included, by parameter name. */
  prediction: Record<string, OptionFacts>
  /** Schemas of the travel options, by travel type and option name. */
  options: Record<string, Record<string, OptionFacts>>
}
