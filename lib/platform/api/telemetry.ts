import { Logger } from '@aws-lambda-powertools/logger'
import { Metrics } from '@aws-lambda-powertools/metrics'

/**
 * Structured logs (JSON lines) and EMF metrics of the whole service. A process handles many requests at once, so the
 * fields of a request are passed with each line and never appended here.
 */
export const logger = new Logger({ serviceName: 'cairn' })
export const metrics = new Metrics({
  // Each deployment has its own namespace, so that two in one account do not mix.
  namespace: process.env.POWERTOOLS_METRICS_NAMESPACE || 'Cairn',
  serviceName: 'cairn',
})
