import { Duration } from 'aws-cdk-lib'
import { FilterCriteria, FilterRule, MetricType, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Construct } from 'constructs'
import { ApiFunction } from './api-function.ts'
import type { CairnData } from './data.ts'
import type { CairnSettings } from './settings.ts'

/** Reads the stream of the accounts table and writes a ledger row for every change of a balance. */
export class LedgerWriter extends Construct {
  readonly writer: ApiFunction
  /** Id of the event source, a dimension of its metrics. */
  readonly eventSourceId: string

  constructor(scope: Construct, id: string, data: CairnData, settings: CairnSettings) {
    super(scope, id)
    this.writer = new ApiFunction(this, 'Writer', {
      id: 'ledger',
      description: 'Cairn: ledger rows from the stream of the accounts table',
      settings,
      bindings: [data.accounts('ledger'), data.discardedRecords(this)],
      memoryMebibytes: 256,
      key: data.key,
    })
    const source = new DynamoEventSource(data.table, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      parallelizationFactor: 10,
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // The stream drops records after 24 hours without notice, so Lambda must stop retrying earlier.
      maxRecordAge: Duration.hours(20),
      // A bucket receives whole records, a queue only their sequence numbers.
      onFailure: { bind: () => ({ destination: data.unwrittenRows.bucketArn }) },
      metricsConfig: { metrics: [MetricType.EVENT_COUNT] },
      // Only changes of accounts: the same table contains the ledger rows.
      filters: [
        FilterCriteria.filter({
          dynamodb: { Keys: { sk: { S: FilterRule.isEqual('ACCOUNT') } } },
        }),
      ],
    })
    this.writer.function.addEventSource(source)
    this.eventSourceId = source.eventSourceMappingId
  }
}
