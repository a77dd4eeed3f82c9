import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type {
  CustomThreshold,
  MetricWithAlarmSupport as Metric,
  MonitoringFacade,
} from 'cdk-monitoring-constructs'

/** Builds the threshold of an alarm that fires above a count in five minutes. */
export function raiseAbove(threshold: number, additionalDescription: string): CustomThreshold {
  return {
    threshold,
    comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingDataOverride: TreatMissingData.NOT_BREACHING,
    additionalDescription,
  }
}

/** Builds a metric that sums others. An alarm accepts at most {@link maxAlarmMetrics} of them. */
export function sumMetrics(
  facade: MonitoringFacade,
  label: string,
  metrics: readonly Metric[],
): Metric {
  const named = metrics.map((metric, i) => [`m${i}`, metric] as const)
  // A metric without any data points is empty, which would make the sum empty.
  const terms = named.map(([id]) => `FILL(${id}, 0)`)
  return facade
    .createMetricFactory()
    .createMetricMath(terms.join(' + '), Object.fromEntries(named), label)
}

/** Maximum number of metrics in the expression of a CloudWatch alarm. */
export const maxAlarmMetrics = 10
