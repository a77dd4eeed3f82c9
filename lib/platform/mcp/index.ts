export { callTool, type ToolRequest } from './call-tool.ts'
export {
  checkOrigin,
  makeRpcError,
  maxRequestBytes,
  readMessage,
  toProxyResult,
  toRequest,
} from './http.ts'
export { useLoadedFunctions } from './local/index.ts'
export { openFunctions } from './open.ts'
export { formatParameter, type OperationCall } from './operation-event.ts'
export type { OperationFunctions, ToolCallLimits } from './port.ts'
export type { ToolResource } from './resource.ts'
export { type JsonSchema, makeAnswerSchema, makeArgumentsSchema } from './schema.ts'
export { describeTool, type Serve, serveTools, type ToolServerOptions } from './serve.ts'
export {
  type AnswerBody,
  type Detail,
  type FreeTool,
  isFreeTool,
  type OperationTool,
  type Tool,
  type ToolArguments,
} from './tool.ts'
export { type ToolResult, toToolError } from './tool-result.ts'
export {
  describePlace,
  formatDistance,
  formatDuration,
  formatPosition,
  omitKeys,
  quoteText,
} from './words.ts'
