import type { Reading } from '../reader/index.ts'

/** What a text may say: every number, name and link in it must be among these facts. */
export interface Facts {
  /** What the text is about, such as `route` or `optimize`. */
  subject: string
  /** Values by name, as a person would say them: `distance: '12.4 km'`. */
  values: Readonly<Record<string, string>>
  /** Names of places and roads: figures in them are no amounts. Several are separated by `, `. */
  names?: Readonly<Record<string, string>>
}

/** Why a model gave nothing. */
export type ModelAbsence =
  /** No whole reply within the time of a call. */
  | 'slow'
  | 'unreachable'
  /** It answered with an error, or did not want to. */
  | 'refused'
  /** Not what was asked for: no JSON, other fields, too long. */
  | 'malformed'
  /** Not asked, after failures in a row. */
  | 'paused'
  /** Its text says what the facts do not, or its reading what the query does not. */
  | 'unfounded'
  /** The caller gave up. */
  | 'aborted'

export interface AskOptions {
  signal?: AbortSignal
  /** Called with the reason when the model gives nothing. */
  onAbsence?(reason: ModelAbsence): void
}

export interface WritingOptions extends AskOptions {
  /** BCP 47 tag of the text. */
  language: string
}

/**
 * A language model behind rules: what it gives has been checked, and is absent when the model is slow, down or
 * says what it cannot know. Neither method throws.
 */
export interface LanguageModel {
  /** Reads a query into the same slots as the reader; every place in them stands in the query. */
  extract(
    query: string,
    options: AskOptions & { hasLocation: boolean },
  ): Promise<Reading | undefined>
  /** Writes 1 to 3 sentences about the facts. */
  summarise(facts: Facts, options: WritingOptions): Promise<string | undefined>
}

/** The half of a model that writes, without the tables of the reader. */
export type Writer = Pick<LanguageModel, 'summarise'>
