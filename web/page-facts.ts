/** What the page knows of an operation. */
export interface OperationOnPage {
  id: string
  method: string
  path: string
  summary: string
  /** USD, as text: of a call, or the least of one. */
  price: string
  /** What the price is for, where it is not the call. */
  unit?: string
  /** The tool for assistants that calls it. */
  tool?: string
}

/** One travel option, as JSON Schema says it. */
export interface OptionFacts {
  type?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  default?: unknown
  description?: string
}

/** What the page is built with. */
export interface PageFacts {
  operations: OperationOnPage[]
  /** USD, as text, of each row of a job that is answered. */
  jobRowPrice: string
  /** Behaviours of missing persons that predictions know. */
  profiles: string[]
  /** What a prediction may be told of the person and the hour, by parameter. */
  prediction: Record<string, OptionFacts>
  /** By travel type, then by option. */
  options: Record<string, Record<string, OptionFacts>>
}
