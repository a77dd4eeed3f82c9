import { openLanguageModel, openWriter } from '#language'
import { logger } from '#platform/api'

// Marked as pure: a function that only writes is bundled without the reader.

/** The process's language model; undefined where none is configured. */
export const languageModel = /* @__PURE__ */ once(() => openLanguageModel(process.env, { onFault }))

/** The half of it that writes, for functions that read no queries. */
export const writer = /* @__PURE__ */ once(() => openWriter(process.env, { onFault }))

function onFault(error: Error): void {
  logger.warn('language model failed', { error })
}

/** A wrong configuration is found when the service starts or is deployed; here it costs no call its answer. */
function once<T>(open: () => T | undefined): () => Promise<T | undefined> {
  let opened: { model: T | undefined } | undefined
  return async () => {
    try {
      opened ??= { model: open() }
    } catch (error) {
      logger.error('the language model is misconfigured', { error: error as Error })
      opened = { model: undefined }
    }
    return opened.model
  }
}
