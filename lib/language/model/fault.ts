import type { ModelAbsence } from './port.ts'

/** A failed call of a model. The message is for the log and contains no key, query or reply. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'
  readonly reason: ModelAbsence
  /** Whether the same call may succeed a moment later. */
  readonly isPassing: boolean

  constructor(reason: ModelAbsence, message: string, { isPassing = false } = {}) {
    super(message)
    this.reason = reason
    this.isPassing = isPassing
  }
}
