import * as z from 'zod'
import { toOneLine } from '#platform/safe-text'

/** Maximum warnings in one answer; an additional last one counts the rest. */
const maxWarnings = 30

/** Maximum characters of one warning. */
const maxCharacters = 400

/** Maximum characters of warnings in the header, before the note that counts the omitted ones. */
const maxHeaderCharacters = 2_000

/**
 * Collects what a call ignored or assumed, as sentences without a full stop. It is the only source of the field
 * `warnings` and of the header `x-warnings`.
 */
export class Warnings {
  readonly #texts = new Set<string>()
  #more = 0

  /** Adds a sentence, once. */
  add(text: string): void {
    const line = toOneLine(text, maxCharacters)
    if (this.#texts.has(line)) return
    if (this.#texts.size < maxWarnings) this.#texts.add(line)
    else this.#more++
  }

  list(): string[] {
    const texts = [...this.#texts]
    return this.#more > 0 ? [...texts, `${this.#more} more warnings`] : texts
  }

  /** Returns the header's value in printable ASCII; `undefined` without warnings. */
  header(): string | undefined {
    const texts = this.list().map((text) => text.replace(/[^\x20-\x7e]/g, '?'))
    if (texts.length === 0) return undefined
    const whole = texts.join('; ')
    if (whole.length <= maxHeaderCharacters) return whole
    let count = 0
    let length = 0
    while (length + texts[count]!.length <= maxHeaderCharacters) {
      length += texts[count]!.length + 2
      count++
    }
    return [...texts.slice(0, count), `${texts.length - count} more in the answer`].join('; ')
  }

  /** Adds the warnings, if there are any, to an answer. */
  addTo<Answer>(answer: Answer): Answer {
    const warnings = this.list()
    return warnings.length === 0 ? answer : { ...answer, warnings }
  }
}

export const warningsField = z
  .array(z.string())
  .optional()
  .meta({
    description:
      'What was ignored or assumed, as sentences; absent without any. Also in the header `x-warnings`, ' +
      'there shortened and in ASCII.',
  })

/** Type of an output schema with `warnings`: an object schema gains the field, any other is unchanged. */
export type WithWarnings<Output extends z.ZodType> =
  Output extends z.ZodObject<infer Shape, infer Config>
    ? z.ZodObject<Shape & { warnings: typeof warningsField }, Config>
    : Output

const extended = new WeakMap<z.ZodType, z.ZodType>()

/**
 * Adds `warnings` to the schema of an answer, under the same id. Operations that share a schema still share the
 * result.
 */
export function withWarnings<Output extends z.ZodType>(output: Output): WithWarnings<Output> {
  if (!(output instanceof z.ZodObject) || 'warnings' in output.shape) {
    return output as WithWarnings<Output>
  }
  let schema = extended.get(output)
  if (!schema) {
    const meta = output.meta()
    const bare = output.safeExtend({ warnings: warningsField })
    schema = meta ? bare.meta(meta) : bare
    extended.set(output, schema)
  }
  return schema as unknown as WithWarnings<Output>
}
