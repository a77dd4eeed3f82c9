import {
  type CustomMetricGroup,
  type MetricWithAlarmSupport as Metric,
  MetricStatistic,
  type MonitoringFacade,
} from 'cdk-monitoring-constructs'
import { maxAlarmMetrics, raiseAbove, sumMetrics } from './alarm-metrics.ts'
import type { ApiFunction } from './api-function.ts'
import { toFamilyName } from './shared-access.ts'

/** Functions that are monitored together. */
export interface FunctionFamily {
  family: string
  functions: readonly ApiFunction[]
  /** Whether throttled calls raise an alarm. Default true. */
  hasThrottleAlarm?: boolean
}

/** Groups the functions of operations by family, in the order of the operations table. */
export function groupByFamily(functions: readonly ApiFunction[]): FunctionFamily[] {
  const families = new Map<string, ApiFunction[]>()
  for (const each of functions) {
    const family = toFamilyName(each.id)
    families.set(family, [...(families.get(family) ?? []), each])
  }
  return [...families].map(([family, members]) => ({ family, functions: members }))
}

/**
 * Adds a row of widgets for each family, with a line for each function, and alarms on the sums of its throttled and
 * failed calls. Alarms and rows for each function would fill a template: they were half of its bytes.
 */
export function monitorFamilies(
  facade: MonitoringFacade,
  families: readonly FunctionFamily[],
): void {
  for (const family of families.flatMap(splitFamily)) monitorFamily(facade, family)
}

/** Splits a family, because an alarm sums at most ten metrics. Further parts are named `FAMILY-2`, `FAMILY-3`. */
function splitFamily(watched: FunctionFamily): FunctionFamily[] {
  const { family, functions } = watched
  const parts = Math.ceil(functions.length / maxAlarmMetrics)
  return Array.from({ length: parts }, (_, i) => ({
    ...watched,
    family: i === 0 ? family : `${family}-${i + 1}`,
    functions: functions.slice(i * maxAlarmMetrics, (i + 1) * maxAlarmMetrics),
  }))
}

function monitorFamily(facade: MonitoringFacade, watched: FunctionFamily): void {
  const { family, functions, hasThrottleAlarm = true } = watched
  const measure = (metricName: string, statistic: MetricStatistic): Metric[] =>
    functions.map(({ id, function: { functionName } }) =>
      facade
        .createMetricFactory()
        .createMetric(
          metricName,
          statistic,
          id,
          { FunctionName: functionName },
          undefined,
          'AWS/Lambda',
        ),
    )
  const throttles = measure('Throttles', MetricStatistic.SUM)
  const faults = measure('Errors', MetricStatistic.SUM)
  const where = `The dashboard shows which function of ${family} it is.`
  const groups: CustomMetricGroup[] = [
    { title: 'Calls', metrics: measure('Invocations', MetricStatistic.SUM) },
    {
      title: 'Duration, 99th percentile, milliseconds',
      metrics: measure('Duration', MetricStatistic.P99),
    },
    {
      title: 'Throttled calls',
      metrics: hasThrottleAlarm
        ? [
            ...throttles,
            {
              metric: sumMetrics(facade, 'all', throttles),
              alarmFriendlyName: 'Throttles',
              addAlarm: {
                Critical: raiseAbove(
                  0,
                  `Its concurrent calls, or those of the account, are used up. ${where}`,
                ),
              },
            },
          ]
        : throttles,
    },
    {
      title: 'Failed calls: timeouts, crashes, errors of a step',
      metrics: [
        ...faults,
        {
          metric: sumMetrics(facade, 'all', faults),
          alarmFriendlyName: 'Faults',
          addAlarm: {
            Warning: raiseAbove(5, `Its log has the cause, at level ERROR. ${where}`),
          },
        },
      ],
    },
  ]
  facade.monitorCustom({
    humanReadableName: family,
    alarmFriendlyName: toAlarmName(family),
    metricGroups: groups.map((group) => ({ ...group, graphWidgetWidth: 6 })),
  })
}

/** Replaces slashes, which alarm names must not contain. */
function toAlarmName(family: string): string {
  return family.replaceAll('/', '-')
}
