import type { Reading } from '../reader/index.ts'

/** Facts for a text: every number, name and link in it must be among them. */
export interface Facts {
  /** Subject of the text, such as `route` or `optimize`. */
  subject: string
  /** Values by name, as a person would say them: `distance: '12.4 km'`. */
  values: Readonly<Record<string, string>>
  /** Names of places and roads, separated by `, `. Numbers in them are not amounts. */
  names?: Readonly<Record<string, string>>
}

/** Reason why a model returned nothing usable. */
export type ModelAbsence =
  /** No complete reply within the time limit of a call. */
  | 'slow'
  | 'unreachable'
  /** The service answered with an error, or the model refused. */
  | 'refused'
  /** The reply has the wrong form: not JSON, other fields, or too long. */
  | 'malformed'
  /** Not called, after consecutive failures. */
  | 'paused'
  /** The text is not supported by the facts, or the reading by the query. */
  | 'unfounded'
  /** The caller gave up. */
  | 'aborted'

export interface AskOptions {
  signal?: AbortSignal
  /** Called with the reason when the model returns nothing usable. */
  onAbsence?(reason: ModelAbsence): void
}

export interface WritingOptions extends AskOptions {
  /** Language of the text, BCP 47 tag. */
  language: string
}

/**
 * A language model behind checks. Its results are verified, and undefined when the model is slow, down or makes
 * claims without support. Neither method throws.
 */
export interface LanguageModel {
  /** Reads a query into the same slots as the reader. Every place occurs in the query. */
  extract(
    query: string,
    options: AskOptions & { hasLocation: boolean },
  ): Promise<Reading | undefined>
  /** Writes 1 to 3 sentences about the facts. */
  summarise(facts: Facts, options: WritingOptions): Promise<string | undefined>
}

/** The writing half of a model, without the reader's tables. */
export type Writer = Pick<LanguageModel, 'summarise'>
