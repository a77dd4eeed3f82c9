export { callTool, type ToolRequest } from './call-tool.ts'
export {
  maxRequestBytes,
  readMessage,
  refusalOfPlace,
  requestOf,
  rpcError,
  toProxyResult,
} from './http.ts'
export { loadedFunctions } from './local/index.ts'
export { openFunctions } from './open.ts'
export { type OperationCall, parameterText } from './operation-event.ts'
export type { OperationFunctions, ToolCallLimits } from './port.ts'
export type { ToolResource } from './resource.ts'
export { answerOf, argumentsOf, type JsonSchema } from './schema.ts'
export { listedTool, type Serve, serveTools, type ToolServerOptions } from './serve.ts'
export {
  type AnswerBody,
  type Detail,
  type FreeTool,
  isFreeTool,
  type OperationTool,
  type Tool,
  type ToolArguments,
} from './tool.ts'
export { failed, type ToolResult } from './tool-result.ts'
export {
  distanceText,
  durationText,
  placeText,
  positionText,
  quoted,
  withoutKeys,
} from './words.ts'
