/** Answers questions in plain text: recognises the request and runs the operation that answers it. */
export { answerQuery, type QueryBackend, type QueryContext } from './answer-query.ts'
export {
  type AskOptions,
  type Facts,
  type LanguageModel,
  type ModelAbsence,
  type ModelClientOptions,
  type ModelEnvironment,
  openLanguageModel,
  openWriter,
  type Writer,
  type WritingOptions,
} from './model/index.ts'
export { findKnownNames } from './names/index.ts'
export { type Narrative, type NarrativeContext, withNarrative } from './narrative/index.ts'
export { type Intent, intents, type Reading, readQuery, warmReader } from './reader/index.ts'
export { type Ambiguity, explainRefusal, type Refused } from './suggestions/index.ts'
export { type Answered, type AnsweredPlace, collectFacts, summarise } from './summary/index.ts'
