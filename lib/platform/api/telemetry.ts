import { Logger } from '@aws-lambda-powertools/logger'
import { Metrics } from '@aws-lambda-powertools/metrics'

/**
 * Structured logs (JSON lines) and EMF metrics of the whole service. A process
 * handles many requests at once, so fields of a request are passed with each line, never appended here.
 */
export const logger = new Logger({ serviceName: 'cairn' })
export const metrics = new Metrics({
  // A deployment has a namespace of its own, so that two in one account do not mix.
  namespace: process.env.POWERTOOLS_METRICS_NAMESPACE || 'Cairn',
  serviceName: 'cairn',
})
