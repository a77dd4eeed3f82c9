import { Duration, Stack } from 'aws-cdk-lib'
import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import {
  type CustomMetricWithAlarm,
  DefaultDashboardFactory,
  type MetricWithAlarmSupport as Metric,
  MetricStatistic,
  MonitoringFacade,
  SnsAlarmActionStrategy,
} from 'cdk-monitoring-constructs'
import { Construct } from 'constructs'
import { denialReasons } from '#platform/accounts'
import { raiseAbove, sumMetrics } from './alarm-metrics.ts'
import { createAlarmTopic } from './alarm-topic.ts'
import type { ApiFunction } from './api-function.ts'
import { addBudget } from './budget.ts'
import type { CairnData } from './data.ts'
import type { Firewall } from './firewall.ts'
import { groupByFamily, monitorFamilies } from './function-monitoring.ts'
import type { HttpApi } from './http-api.ts'
import type { CairnJobs } from './jobs.ts'
import type { JobsData } from './jobs-data.ts'
import { monitorJobs } from './jobs-monitoring.ts'
import type { LedgerWriter } from './ledger-writer.ts'
import type { OperatorConsole } from './operator-console.ts'
import type { CairnSettings } from './settings.ts'
import type { ExplorerSite } from './site.ts'

/** Resources to monitor. */
export interface MonitoredResources {
  settings: CairnSettings
  data: CairnData
  functions: ReadonlyMap<string, ApiFunction>
  tools: ApiFunction
  authorizer: ApiFunction
  health: ApiFunction
  site: ExplorerSite | undefined
  console: OperatorConsole | undefined
  ledger: LedgerWriter
  jobs: CairnJobs
  jobsData: JobsData
  http: HttpApi
  firewall: Firewall
}

/** Dashboards and alarms. */
export class CairnMonitoring extends Construct {
  /** Topic that alarms are sent to. */
  readonly topic: Topic
  readonly #facade: MonitoringFacade
  readonly #resources: MonitoredResources

  constructor(scope: Construct, id: string, resources: MonitoredResources) {
    super(scope, id)
    const { name, alarms } = resources.settings
    this.#resources = resources
    this.topic = createAlarmTopic(this, resources.settings, resources.data.key)
    if (alarms.monthlyBudgetUsd) addBudget(this, name, alarms.monthlyBudgetUsd, this.topic)
    this.#facade = new MonitoringFacade(this, 'Dashboards', {
      metricFactoryDefaults: { namespace: name },
      alarmFactoryDefaults: {
        alarmNamePrefix: name,
        actionsEnabled: true,
        action: new SnsAlarmActionStrategy({ onAlarmTopic: this.topic, onOkTopic: this.topic }),
        datapointsToAlarm: 1,
      },
      dashboardFactory: new DefaultDashboardFactory(this, 'Factory', {
        dashboardNamePrefix: name,
        createSummaryDashboard: true,
        createAlarmDashboard: true,
      }),
    })
    this.#addCalls()
    this.#addMoney()
    this.#addFunctions()
    monitorJobs(this.#facade, { jobs: resources.jobs, data: resources.jobsData })
    this.#addStores()
  }

  #addCalls(): void {
    const { http, settings } = this.#resources
    const { serverErrorPercent, p99Milliseconds } = settings.alarms
    this.#facade
      .addLargeHeader('Calls')
      .monitorApiGateway({
        api: http.api,
        apiStage: http.api.deploymentStage.stageName,
        alarmFriendlyName: 'Api',
        addToSummaryDashboard: true,
        add4XXErrorCountAlarm: {
          Warning: { maxErrorCount: maxRefusals, period: Duration.minutes(5) },
        },
        add5XXFaultRateAlarm: { Critical: { maxErrorRate: serverErrorPercent / 100 } },
        // Three periods of five minutes: one cold start raises no alarm.
        addLatencyP99Alarm: {
          Warning: {
            maxLatency: Duration.millis(p99Milliseconds),
            datapointsToAlarm: 3,
            evaluationPeriods: 3,
          },
        },
      })
      .monitorCustom({
        humanReadableName: 'Firewall',
        alarmFriendlyName: 'Firewall',
        metricGroups: [
          {
            title: 'Requests',
            metrics: [
              this.#measureFirewall('AllowedRequests', 'let through'),
              {
                metric: this.#measureFirewall('BlockedRequests', 'blocked'),
                alarmFriendlyName: 'Blocked',
                addAlarm: {
                  Warning: raiseAbove(maxRefusals, 'Its log says by which rule, and whose.'),
                },
              },
            ],
          },
        ],
      })
  }

  /**
   * Creates a metric of the firewall. The facade's own monitoring would use the firewall's name, but WAF uses the name
   * of its metric.
   */
  #measureFirewall(metricName: string, label: string): Metric {
    const { firewall } = this.#resources
    const dimensions = { WebACL: firewall.metric, Rule: 'ALL', Region: Stack.of(firewall).region }
    return this.#facade
      .createMetricFactory()
      .createMetric(metricName, MetricStatistic.SUM, label, dimensions, undefined, 'AWS/WAFV2')
  }

  #addMoney(): void {
    const denied = denialReasons.map((reason) => this.#sum('AuthDenied', { reason }, reason))
    this.#facade.addLargeHeader('Callers and money').monitorCustom({
      alarmFriendlyName: 'Callers',
      humanReadableName: 'Callers refused by the authorizer, balances, answers withheld',
      addToSummaryDashboard: true,
      metricGroups: [
        {
          title: 'Refused by the authorizer, by reason',
          metrics: [
            ...denied,
            {
              metric: sumMetrics(this.#facade, 'all refusals', denied),
              alarmFriendlyName: 'AuthDenied',
              addAlarm: { Warning: raiseAbove(1000, 'Somebody may be trying keys.') },
            },
          ],
        },
        {
          title: 'Calls without enough balance (402)',
          metrics: [
            {
              metric: this.#sum('InsufficientBalance', {}, 'all operations'),
              alarmFriendlyName: 'InsufficientBalance',
              addAlarm: { Warning: raiseAbove(500, 'A caller goes on without balance.') },
            },
          ],
        },
        {
          title: 'Answers withheld: worked out, and then not paid for',
          metrics: [
            {
              metric: this.#sum('WithheldAnswers', {}, 'all operations'),
              alarmFriendlyName: 'WithheldAnswers',
              addAlarm: {
                Critical: raiseAbove(20, 'Work is done and cannot be charged: look at the table.'),
              },
            },
          ],
        },
        {
          title: 'Charged, micro-dollars',
          metrics: [this.#sum('ChargedMicrodollars', {}, 'all operations')],
        },
      ],
    })
  }

  #addFunctions(): void {
    const { functions, tools, authorizer, health, site, ledger, console } = this.#resources
    const around = [
      tools,
      health,
      ...(site ? [site.map] : []),
      ...(console ? [console.actions] : []),
    ]
    this.#facade.addLargeHeader('Functions')
    monitorFamilies(this.#facade, [
      ...groupByFamily([...functions.values()]),
      { family: 'service', functions: around },
    ])
    // Its 401s count as errors of the function, so only throttles and latency raise alarms.
    this.#facade.monitorLambdaFunction({
      lambdaFunction: authorizer.function,
      humanReadableName: authorizer.id,
      alarmFriendlyName: 'authorizer',
      addThrottlesCountAlarm: { Critical: { maxErrorCount: 0 } },
      addLatencyP99Alarm: { Warning: { maxLatency: Duration.seconds(2) } },
    })
    this.#facade.monitorLambdaFunction({
      lambdaFunction: ledger.writer.function,
      humanReadableName: 'ledger',
      alarmFriendlyName: 'ledger',
      isIterator: true,
      addFaultCountAlarm: { Warning: { maxErrorCount: 5 } },
      // The stream keeps records for a day: enough time for a repair.
      addMaxIteratorAgeAlarm: {
        Critical: { maxAgeInMillis: Duration.minutes(5).toMilliseconds() },
      },
    })
  }

  #addStores(): void {
    const { data } = this.#resources
    this.#facade
      .addLargeHeader('Stores')
      .monitorDynamoTable({
        table: data.table,
        alarmFriendlyName: 'Accounts',
        addReadThrottledEventsCountAlarm: { Warning: { maxThrottledEventsThreshold: 0 } },
        addWriteThrottledEventsCountAlarm: { Warning: { maxThrottledEventsThreshold: 0 } },
        addSystemErrorCountAlarm: { Warning: { maxErrorCount: 5 } },
      })
      .monitorCustom({
        humanReadableName: 'Changes of accounts without a ledger row, kept to be replayed',
        alarmFriendlyName: 'UnwrittenRows',
        addToSummaryDashboard: true,
        metricGroups: [
          {
            title: 'Given up by the ledger writer',
            metrics: [
              this.#watchGivenUp('OnFailureDestinationDeliveredEventCount', 'kept', 'LedgerLost'),
              this.#watchGivenUp('DroppedEventCount', 'not kept', 'LedgerDropped'),
            ],
          },
          {
            title: 'Batches in the bucket, counted once a day',
            metrics: [this.#watchUnwrittenBatches()],
          },
        ],
      })
  }

  /** Creates a metric with an alarm on the account changes that the ledger writer gave up on. */
  #watchGivenUp(
    metricName: string,
    label: string,
    alarmFriendlyName: string,
  ): CustomMetricWithAlarm {
    return {
      metric: this.#facade
        .createMetricFactory()
        .createMetric(
          metricName,
          MetricStatistic.SUM,
          label,
          { EventSourceMappingUUID: this.#resources.ledger.eventSourceId },
          undefined,
          'AWS/Lambda',
        ),
      alarmFriendlyName,
      addAlarm: { Critical: raiseAbove(0, 'Replay them: docs/deploy.md says how.') },
    }
  }

  /** Creates an alarm that lasts until the bucket is empty, in case the one of {@link #watchGivenUp} was missed. */
  #watchUnwrittenBatches(): CustomMetricWithAlarm {
    return {
      metric: this.#facade.createMetricFactory().createMetric(
        'NumberOfObjects',
        MetricStatistic.MAX,
        'batches',
        {
          BucketName: this.#resources.data.unwrittenRows.bucketName,
          StorageType: 'AllStorageTypes',
        },
        undefined,
        'AWS/S3',
        Duration.days(1),
      ),
      alarmFriendlyName: 'LedgerUnwritten',
      addAlarm: {
        Warning: {
          ...raiseAbove(0, 'Replay them and delete them: docs/deploy.md says how.'),
          period: Duration.days(1),
          // Values of a day arrive hours later.
          treatMissingDataOverride: TreatMissingData.IGNORE,
        },
      },
    }
  }

  #sum(metricName: string, dimensions: Record<string, string>, label: string): Metric {
    return this.#facade
      .createMetricFactory()
      .createMetric(metricName, MetricStatistic.SUM, label, { service: 'cairn', ...dimensions })
  }
}

/** Refusals in five minutes that raise an alarm: 17 per second. */
const maxRefusals = 5000
