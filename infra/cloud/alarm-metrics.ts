import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type {
  CustomThreshold,
  MetricWithAlarmSupport as Metric,
  MonitoringFacade,
} from 'cdk-monitoring-constructs'

/** An alarm above a count in five minutes. */
export function above(threshold: number, additionalDescription: string): CustomThreshold {
  return {
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingDataOverride: TreatMissingData.NOT_BREACHING,
    additionalDescription,
  }
}

/** The sum of metrics, of at most {@link maxAlarmMetrics} where an alarm looks at it. */
export function sumMetrics(
  facade: MonitoringFacade,
  label: string,
  metrics: readonly Metric[],
): Metric {
  const named = metrics.map((metric, i) => [`m${i}`, metric] as const)
  // A metric that never had a data point is empty, which would make the sum empty.
  const terms = named.map(([id]) => `FILL(${id}, 0)`)
  return facade
    .createMetricFactory()
    .createMetricMath(terms.join(' + '), Object.fromEntries(named), label)
}

/** CloudWatch allows an alarm on an expression of ten metrics at most. */
export const maxAlarmMetrics = 10
