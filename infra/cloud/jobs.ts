import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Rule, RuleTargetInput } from 'aws-cdk-lib/aws-events'
import { LambdaFunction, SfnStateMachine } from 'aws-cdk-lib/aws-events-targets'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs'
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { inputPrefix } from '../../lib/jobs/index.ts'
import { acknowledge } from './acknowledge.ts'
import { ApiFunction, type ApiFunctionProps, type Binding } from './api-function.ts'
import { arnInFinding } from './bucket-access.ts'
import { useOfKey } from './customer-key.ts'
import type { CairnData } from './data.ts'
import type { JobsData } from './jobs-data.ts'
import { jobsWorkflow, stepSeconds } from './jobs-workflow.ts'
import type { CairnSettings } from './settings.ts'

/** One whole processor: planning and geocoding are computation. */
const wholeProcessorMebibytes = 1769

/** Delivery of an event is tried for a day, less than a hold lasts. */
const delivery = { retryAttempts: 185, maxEventAge: Duration.hours(24) }

type Step = 'plan' | 'work' | 'merge' | 'finish'

/** Batch jobs: the four steps, the state machine that runs them, and the rules that start and end it. */
export class CairnJobs extends Construct {
  readonly steps: Readonly<Record<Step, ApiFunction>>
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
    this.stateMachine = this.#addStateMachine(settings, data, jobs)
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
      step: Step,
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
    // Every step that finds a job which ended otherwise releases its hold and deletes its work.
    const settling = { list: ['work'], delete: ['work'] } as const
    return {
      plan: add('plan', [
        jobs.jobs('plan'),
        jobs.files(this, { read: ['in', 'work'], write: ['work'], ...settling }),
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
          // The result of a job that cannot be paid for any more is deleted.
          jobs.files(this, { read: ['in'], list: ['work'], delete: ['work', 'out'] }),
          data.accounts('hold'),
          data.accounts('charge'),
        ],
        { memoryMebibytes: 512, timeoutSeconds: 300 },
      ),
    }
  }

  #addStateMachine(settings: CairnSettings, data: CairnData, jobs: JobsData): StateMachine {
    const stack = Stack.of(this)
    const { partition } = stack
    const functionArn = (step: Step) => this.steps[step].function.functionArn
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      description: 'Runs the batch jobs of Cairn',
    })
    // Its own name, because the role needs it before the state machine exists.
    const stateMachineName = `${settings.name}Jobs`
    const workObjects = '/jobs/work/*'
    const statements = [
      new PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: (['plan', 'work', 'merge', 'finish'] as const).map(functionArn),
      }),
      new PolicyStatement({
        actions: ['s3:GetObject'],
        resources: [jobs.bucket.bucketArn + workObjects],
      }),
      ...useOfKey(data.key, 's3 to read'),
      // A distributed map runs each item as an execution of the same state machine.
      new PolicyStatement({
        actions: ['states:StartExecution'],
        resources: [
          stack.formatArn({
            service: 'states',
            resource: 'stateMachine',
            resourceName: stateMachineName,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ],
      }),
      new PolicyStatement({
        actions: ['states:DescribeExecution', 'states:StopExecution'],
        resources: [
          stack.formatArn({
            service: 'states',
            resource: 'execution',
            resourceName: `${stateMachineName}/*`,
            arnFormat: ArnFormat.COLON_RESOURCE_NAME,
          }),
        ],
      }),
      new PolicyStatement({
        actions: ['cloudwatch:PutMetricData'],
        resources: ['*'],
        conditions: { StringEquals: { 'cloudwatch:namespace': settings.name } },
      }),
    ]
    for (const statement of statements) role.addToPolicy(statement)
    const machine = new StateMachine(this, 'Workflow', {
      stateMachineName,
      role,
      definitionBody: DefinitionBody.fromString(
        stack.toJsonString(
          jobsWorkflow({
            partition,
            functions: {
              plan: functionArn('plan'),
              work: functionArn('work'),
              merge: functionArn('merge'),
              finish: functionArn('finish'),
            },
            bucket: jobs.bucket.bucketName,
            maxConcurrency: settings.jobs.maxConcurrency,
            namespace: settings.name,
          }),
        ),
      ),
      logs: {
        destination: new LogGroup(this, 'Log', {
          // Step Functions needs no permission on the group where its name begins so.
          logGroupName: `/aws/vendedlogs/states/${stateMachineName}`,
          retention: settings.logRetention,
          ...(data.key && { encryptionKey: data.key }),
          removalPolicy: RemovalPolicy.DESTROY,
        }),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
      tracingEnabled: true,
    })
    acknowledge(role, {
      [`AwsSolutions-IAM5[Resource::${arnInFinding(jobs.bucket, this)}${workObjects}]`]:
        'The list of chunks of any job.',
      'AwsSolutions-IAM5[Resource::*]':
        'Log deliveries, X-Ray and PutMetricData have no resource to name; metrics are limited to one namespace.',
      [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:${stateMachineName}/*]`]:
        'The executions of its own chunks.',
    })
    return machine
  }

  /** An object in `jobs/in/` starts a run. Keys in events of EventBridge are not URL-encoded. */
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
          // A part of the event as it is: in a template, quotes in a key would break the JSON.
          input: RuleTargetInput.fromEventPath('$.detail.object'),
          deadLetterQueue: this.undelivered,
          ...delivery,
        }),
      ],
    })
  }

  /** Whatever ends a run without `finish`, such as its timeout or an operator, releases the hold. */
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
          // Not the executions of chunks, whose ARN has the label of the map.
          stateMachineArn: [this.stateMachine.stateMachineArn],
        },
      },
      targets: [new LambdaFunction(finish, { deadLetterQueue: this.undelivered, ...delivery })],
    })
  }
}
