/** A language model behind rules: asked over HTTP, bounded in time and bytes, and believed only as far as checked. */
export { type CheckedText, checkedText, type TextRejection } from './checked-text.ts'
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
export { type ModelEnvironment, modelSettingsOf } from './settings.ts'
export { SlotReply, slotSchema } from './slot-schema.ts'
export { writingLocales, writingWords } from './writing-words.ts'
