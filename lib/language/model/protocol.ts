import type { HttpCall } from './exchange.ts'
import type { ModelQuestion } from './question.ts'

/** How a model is asked over HTTP. */
export interface ModelProtocol {
  /** The call for a question; signed, where the service wants it. */
  callFor(question: ModelQuestion, signal: AbortSignal): Promise<HttpCall>
  /**
   * The object that the reply holds, unchecked.
   *
   * @throws ModelFault `malformed` or `refused`.
   */
  read(reply: unknown, question: ModelQuestion): unknown
}

/** The same question and the same model should give the same reply. */
export const temperature = 0

/** Tokens of the longest reading, with room. */
export const maxReplyTokens = 1000
