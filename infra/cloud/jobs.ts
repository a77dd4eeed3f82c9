import { Duration } from 'aws-cdk-lib'
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { LambdaFunction, SfnStateMachine } from 'aws-cdk-lib/aws-events-targets'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { inputPrefix } from '#places/jobs'
import { acknowledge } from './acknowledge.ts'
import { ApiFunction, type ApiFunctionProps } from './api-function.ts'
import type { CairnData } from './data.ts'
import type { Binding } from './function-access.ts'
import type { JobsData } from './jobs-data.ts'
import { createJobsStateMachine, type JobStep } from './jobs-state-machine.ts'
import { stepSeconds } from './jobs-states.ts'
import type { CairnSettings } from './settings.ts'

/** Memory, in MiB, at which a function gets one whole processor: planning and geocoding are computation. */
const wholeProcessorMebibytes = 1769

/** Delivery of an event is retried for a day, which is shorter than a hold lasts. */
const delivery = { retryAttempts: 185, maxEventAge: Duration.hours(24) }

/** Batch jobs: the four steps, the state machine that runs them, and the rules that start and end it. */
export class CairnJobs extends Construct {
  readonly steps: Readonly<Record<JobStep, ApiFunction>>
  readonly stateMachine: StateMachine
  /** Events that could not be delivered. */
  readonly undelivered: Queue

  constructor(
    scope: Construct,
    id: string,
    { settings, data, jobs }: { settings: CairnSettings; data: CairnData; jobs: JobsData },
  ) {
    super(scope, id)
    this.steps = this.#addSteps(settings, data, jobs)
    this.stateMachine = createJobsStateMachine(this, { settings, data, jobs, steps: this.steps })
    this.undelivered = new Queue(this, 'Undelivered', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    })
    acknowledge(this.undelivered, {
      'AwsSolutions-SQS3': 'It is the dead-letter queue of the rules.',
      'Serverless-SQSRedrivePolicy': 'It is the dead-letter queue of the rules.',
    })
    this.#startOnUpload(jobs)
    this.#finishFailedRuns()
  }

  #addSteps(settings: CairnSettings, data: CairnData, jobs: JobsData) {
    const add = (
      step: JobStep,
      bindings: Binding[],
      props: Partial<ApiFunctionProps> = {},
    ): ApiFunction =>
      new ApiFunction(this, step[0]!.toUpperCase() + step.slice(1), {
        id: `jobs/${step}`,
        description: `Cairn: jobs, ${step}`,
        settings,
        bindings,
        memoryMebibytes: wholeProcessorMebibytes,
        timeoutSeconds: stepSeconds,
        key: data.key,
        ...props,
      })
    // A step that finds its job already ended releases the hold and deletes the intermediate objects.
    const settling = { list: ['work'], delete: ['work'] } as const
    return {
      plan: add('plan', [
        jobs.jobs('plan'),
        // An upload is deleted unread if its job has ended or expects another version.
        jobs.files(this, {
          read: ['in', 'work'],
          write: ['work'],
          list: ['work'],
          delete: ['in', 'work'],
        }),
        data.accounts('hold'),
        data.accounts('readKeys'),
        data.regionData(this),
      ]),
      work: add(
        'work',
        [
          jobs.jobs('advance'),
          jobs.files(this, { read: ['in', 'work'], write: ['work'], ...settling }),
          data.accounts('release'),
          data.regionData(this),
        ],
        { reservedConcurrency: settings.jobs.reservedConcurrency },
      ),
      merge: add('merge', [
        jobs.jobs('advance'),
        jobs.files(this, { read: ['work'], write: ['out'], ...settling }),
        data.accounts('release'),
      ]),
      finish: add(
        'finish',
        [
          jobs.jobs('advance'),
          // The result of a job that can no longer be paid for is deleted.
          jobs.files(this, { read: ['in'], list: ['work'], delete: ['work', 'out'] }),
          data.accounts('hold'),
          data.accounts('charge'),
        ],
        { memoryMebibytes: 512, timeoutSeconds: 300 },
      ),
    }
  }

  /** Starts a run for each object in `jobs/in/`. Keys in EventBridge events are not URL-encoded. */
  #startOnUpload(jobs: JobsData): void {
    new Rule(this, 'Uploaded', {
      description: 'Cairn: a file for a batch job was put',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [jobs.bucket.bucketName] },
          object: { key: [{ prefix: inputPrefix }] },
        },
      },
      targets: [
        new SfnStateMachine(this.stateMachine, {
          // A path, not a template: in a template, quotes in a key would break the JSON.
          input: RuleTargetInput.fromEventPath('$.detail.object'),
          deadLetterQueue: this.undelivered,
          ...delivery,
        }),
      ],
    })
  }

  /** Calls `finish` after a run that ended without it, by timeout or by an operator, so that its hold is released. */
  #finishFailedRuns(): void {
    const { function: finish } = this.steps.finish
    finish.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(6),
      onFailure: new SqsDestination(this.undelivered),
    })
    new Rule(this, 'Failed', {
      description: 'Cairn: the run of a batch job did not succeed',
      eventPattern: {
        source: ['aws.states'],
        detailType: ['Step Functions Execution Status Change'],
        detail: {
          status: ['FAILED', 'TIMED_OUT', 'ABORTED'],
          // Excludes the executions of chunks, whose ARN contains the label of the map.
          stateMachineArn: [this.stateMachine.stateMachineArn],
        },
      },
      targets: [new LambdaFunction(finish, { deadLetterQueue: this.undelivered, ...delivery })],
    })
  }
}
