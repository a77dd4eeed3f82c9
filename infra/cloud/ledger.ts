import { Duration } from 'aws-cdk-lib'
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda'
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import { ApiFunction } from './api-function.ts'
import type { CairnData } from './data.ts'
import type { CairnSettings } from './settings.ts'

/** Follows the accounts table and writes a ledger row of every move of a balance. */
export class LedgerWriter extends Construct {
  readonly writer: ApiFunction
  /** Where records go that could not be written before the stream forgot them. */
  readonly lost: Queue

  constructor(scope: Construct, id: string, data: CairnData, settings: CairnSettings) {
    super(scope, id)
    this.writer = new ApiFunction(this, 'Writer', {
      id: 'ledger',
      description: 'Cairn: ledger rows from the stream of the accounts table',
      settings,
      bindings: [data.accounts('ledger')],
      memoryMebibytes: 256,
    })
    this.lost = new Queue(this, 'Lost', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    this.writer.function.addEventSource(
      new DynamoEventSource(data.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        parallelizationFactor: 10,
        reportBatchItemFailures: true,
        bisectBatchOnError: true,
        // A row must not be lost: tried until the stream forgets the record, a day later.
        onFailure: new SqsDlq(this.lost),
        // Ledger rows are in the same table, and their records are of no interest here.
        filters: [
          FilterCriteria.filter({
            dynamodb: { Keys: { sk: { S: FilterRule.isEqual('ACCOUNT') } } },
          }),
        ],
      }),
    )
    acknowledge(this.lost, {
      'AwsSolutions-SQS3': 'It is the dead-letter queue.',
      'Serverless-SQSRedrivePolicy': 'It is the dead-letter queue.',
    })
  }
}
