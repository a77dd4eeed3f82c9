export {
  type EndpointOptions,
  endpoint,
  type InvocationContext,
  type InvocationLimits,
  type RunContext,
  type WarmUp,
} from './endpoint.ts'
export { errorBodies } from './error-bodies.ts'
export { installErrorMessages } from './error-messages.ts'
export { warnOfUnknownFields } from './fields/describe-unknown.ts'
export {
  type GatewayResponseType,
  gatewayResponses,
  maxQueryBytes,
  queryTooLargeMessage,
} from './gateway-responses.ts'
export { readIdempotencyHeader } from './middleware/idempotency.ts'
export { readInput } from './middleware/parse.ts'
export {
  computePrice,
  type Example,
  hasBody,
  isFree,
  microdollars,
  type Need,
  type Operation,
  operation,
} from './operation.ts'
export { fillPath, listPathParameters } from './path-parameters.ts'
export {
  parseRange,
  planRangedAnswer,
  type RangedAnswer,
  type RangedFile,
} from './ranged-answer.ts'
export { logger, metrics } from './telemetry.ts'
