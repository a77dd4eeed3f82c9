import type { HttpCall } from './exchange.ts'
import type { ModelQuestion } from './question.ts'

/** HTTP protocol of a model service. */
export interface ModelProtocol {
  /** Builds the call for a question, signed if the service requires it. */
  callFor(question: ModelQuestion, signal: AbortSignal): Promise<HttpCall>
  /**
   * Extracts the object from the reply, without validating it.
   *
   * @throws ModelFault `malformed` or `refused`.
   */
  read(reply: unknown, question: ModelQuestion): unknown
}

/** Zero, so that the same question should get the same reply from the same model. */
export const temperature = 0

/** Maximum number of tokens of a reply: the longest reading with some margin. */
export const maxReplyTokens = 1000
