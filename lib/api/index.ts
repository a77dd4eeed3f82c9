export {
  type EndpointOptions,
  endpoint,
  type InvocationContext,
  type RunContext,
} from './endpoint.ts'
export {
  type GatewayResponseType,
  gatewayResponses,
  maxQueryBytes,
  queryTooLargeMessage,
} from './gateway-responses.ts'
export {
  type Example,
  microdollars,
  type Need,
  type Operation,
  operation,
  priceOf,
} from './operation.ts'
export { logger, metrics } from './telemetry.ts'
