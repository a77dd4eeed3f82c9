import type { Operation } from '#platform/api'
import type { OperationCall } from './operation-event.ts'
import type { JsonSchema } from './schema.ts'

/** The arguments of a call, as an assistant sent them; the operation validates them. */
export type ToolArguments = Record<string, unknown>

/** How much of an answer is given: without shapes, profiles and steps; with the steps; all. */
export const details = ['compact', 'steps', 'full'] as const
export type Detail = (typeof details)[number]

// biome-ignore lint/suspicious/noExplicitAny: each tool knows the answer of its own operation.
export type AnswerBody = any

interface ToolWords {
  /** Lower-case words with underscores between them. */
  name: string
  title: string
  /** Says when to use it, and what to use instead. */
  description: string
  /** Whether it looks things up beyond the region's data. */
  openWorld?: true
  /** JSON Schema of the arguments, with the fields that assistants need. */
  input(): JsonSchema
  /** JSON Schema that every successful answer meets, whatever the detail. */
  output(): JsonSchema
}

/** A tool whose calls are calls of operations. */
export interface OperationTool extends ToolWords {
  /** Every operation it may call. */
  operations: readonly Operation[]
  /** The details that it offers. */
  details: readonly Detail[]
  /** The call of an operation that answers these arguments. */
  call(args: ToolArguments): OperationCall
  /** The answer at this detail. */
  shorten(answer: AnswerBody, detail: Exclude<Detail, 'full'>, args: ToolArguments): object
  /** The figures that a person would want, and what further calls need. */
  describe(answer: AnswerBody, args: ToolArguments, detail: Detail): string
}

/** A tool that needs no operation, and is free. */
export interface FreeTool extends ToolWords {
  operations: readonly []
  /** @throws ApiError `bad_request` for invalid arguments. */
  answer(args: ToolArguments): { answer: object; text: string; warnings?: readonly string[] }
}

export type Tool = OperationTool | FreeTool

export function isFreeTool(tool: Tool): tool is FreeTool {
  return 'answer' in tool
}
