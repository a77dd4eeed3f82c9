import { MetricStatistic, type MonitoringFacade } from 'cdk-monitoring-constructs'
import { raiseAbove } from './alarm-metrics.ts'
import { monitorFamilies } from './function-monitoring.ts'
import type { CairnJobs } from './jobs.ts'
import { lateMetric } from './jobs-chunk-workflow.ts'
import type { JobsData } from './jobs-data.ts'

/** Adds the dashboard rows and alarms of batch jobs. */
export function monitorJobs(
  facade: MonitoringFacade,
  { jobs, data }: { jobs: CairnJobs; data: JobsData },
): void {
  facade
    .addLargeHeader('Batch jobs')
    .monitorStepFunction({
      stateMachine: jobs.stateMachine,
      humanReadableName: 'Runs',
      alarmFriendlyName: 'Jobs',
      addToSummaryDashboard: true,
      // An unreadable or unpaid file fails its job, not its run.
      addFailedExecutionCountAlarm: { Critical: { maxErrorCount: 0 } },
      addTimedOutExecutionCountAlarm: { Critical: { maxErrorCount: 0 } },
      addAbortedExecutionCountAlarm: { Warning: { maxErrorCount: 0 } },
      addThrottledExecutionCountAlarm: { Warning: { maxErrorCount: 0 } },
    })
    .monitorCustom({
      humanReadableName: 'Chunks begun six hours after their job',
      alarmFriendlyName: 'JobsStuck',
      addToSummaryDashboard: true,
      metricGroups: [
        {
          title: 'Late chunks',
          metrics: [
            {
              metric: facade
                .createMetricFactory()
                .createMetric(lateMetric, MetricStatistic.SUM, 'late'),
              alarmFriendlyName: 'JobsStuck',
              addAlarm: {
                Critical: raiseAbove(
                  0,
                  'A job runs for over six hours: more concurrency, or its steps are tried again and again.',
                ),
              },
            },
          ],
        },
      ],
    })
    .monitorSqsQueue({
      queue: jobs.undelivered,
      humanReadableName: 'Events that started or ended no run',
      alarmFriendlyName: 'JobsUndelivered',
      addToSummaryDashboard: true,
      addQueueMaxSizeAlarm: { Critical: { maxMessageCount: 0 } },
    })
    .monitorDynamoTable({
      table: data.table,
      alarmFriendlyName: 'JobsTable',
      addReadThrottledEventsCountAlarm: { Warning: { maxThrottledEventsThreshold: 0 } },
      addWriteThrottledEventsCountAlarm: { Warning: { maxThrottledEventsThreshold: 0 } },
      addSystemErrorCountAlarm: { Warning: { maxErrorCount: 5 } },
    })
  // Throttled steps are retried, so they raise no alarm.
  monitorFamilies(facade, [
    { family: 'jobs', functions: Object.values(jobs.steps), hasThrottleAlarm: false },
  ])
}
