/** Calls a language model over HTTP, within limits of time and bytes. Only replies that pass the checks are used. */
export { type CheckedText, checkText, type TextRejection } from './checked-text.ts'
export type { ModelClientOptions } from './model-client.ts'
export { openLanguageModel, openWriter } from './open-model.ts'
export type {
  AskOptions,
  Facts,
  LanguageModel,
  ModelAbsence,
  Writer,
  WritingOptions,
} from './port.ts'
export { type ModelEnvironment, readModelSettings } from './settings.ts'
export { SlotReply, slotSchema } from './slot-schema.ts'
export { readWritingWords, writingLocales } from './writing-words.ts'
