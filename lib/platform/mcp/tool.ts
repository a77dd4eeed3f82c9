import type { Operation } from '#platform/api'
import type { OperationCall } from './operation-event.ts'
import type { JsonSchema } from './schema.ts'

/** Arguments of a call as sent by an assistant; the operation validates them. */
export type ToolArguments = Record<string, unknown>

/** Levels of detail of an answer: without shapes, profiles and steps; with the steps; everything. */
export const details = ['compact', 'steps', 'full'] as const
export type Detail = (typeof details)[number]

// biome-ignore lint/suspicious/noExplicitAny: each tool knows the answer of its own operation.
export type AnswerBody = any

interface ToolWords {
  /** Lower-case words with underscores between them. */
  name: string
  title: string
  /** States when to use the tool, and what to use instead. */
  description: string
  /** Whether it uses data beyond the region's. */
  openWorld?: true
  /** JSON Schema of the arguments, with the fields that assistants need. */
  input(): JsonSchema
  /** JSON Schema that every successful answer meets, whatever the detail. */
  output(): JsonSchema
}

/** A tool that calls operations. */
export interface OperationTool extends ToolWords {
  /** All operations that it may call. */
  operations: readonly Operation[]
  /** Levels of detail that it offers. */
  details: readonly Detail[]
  /** Makes the call of the operation that answers these arguments. */
  call(args: ToolArguments): OperationCall
  /** Shortens the answer to this level of detail. */
  shorten(answer: AnswerBody, detail: Exclude<Detail, 'full'>, args: ToolArguments): object
  /** Describes the answer in words, with all figures that a user or further calls need. */
  describe(answer: AnswerBody, args: ToolArguments, detail: Detail): string
}

/** A free tool, which needs no operation. */
export interface FreeTool extends ToolWords {
  operations: readonly []
  /**
   * Answers a call.
   *
   * @throws ApiError `bad_request` for invalid arguments.
   */
  answer(args: ToolArguments): { answer: object; text: string; warnings?: readonly string[] }
}

export type Tool = OperationTool | FreeTool

export function isFreeTool(tool: Tool): tool is FreeTool {
  return 'answer' in tool
}
