import { openLanguageModel, openWriter } from '#language'
import { logger } from '#platform/api'

// Marked as pure, so that functions that only write are bundled without the reader.

/** Opens the process's language model; `undefined` when none is configured. */
export const languageModel = /* @__PURE__ */ makeOpener(() =>
  openLanguageModel(process.env, { onFault: reportFault }),
)

/** Opens the writing half of the model, for functions that read no queries. */
export const writer = /* @__PURE__ */ makeOpener(() =>
  openWriter(process.env, { onFault: reportFault }),
)

function reportFault(error: Error): void {
  logger.warn('language model failed', { error })
}

/**
 * Opens a model once. A misconfiguration is detected when the service starts or is deployed; here it must not fail a
 * call.
 */
function makeOpener<T>(open: () => T | undefined): () => Promise<T | undefined> {
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
