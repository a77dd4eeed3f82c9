import { Duration } from 'aws-cdk-lib'
import { holdHours } from '../../lib/jobs/index.ts'

/** Seconds between two attempts to set the price of a job aside, and until it is given up. */
const paymentPollSeconds = Duration.minutes(15).toSeconds()
const paymentSeconds = Duration.days(7).toSeconds()

/**
 * Hours from the plan after which no chunk is begun, two before its hold ends: enough for the chunks in work,
 * their retries, and merging.
 */
export const maxRunHours = holdHours - 2
/** Hours from the plan after which a job counts as stuck. */
const lateHours = 6
/** Metric of the chunks that are begun after these. */
export const lateMetric = 'LateChunks'
/** Of the whole execution: the wait for payment, and a run with the two hours after its last chunk. */
export const maxExecutionSeconds = paymentSeconds + Duration.hours(holdHours).toSeconds()

/** Maximum seconds of a step, Lambda's own. */
export const stepSeconds = Duration.minutes(15).toSeconds()

export interface WorkflowResources {
  partition: string
  /** ARNs of the functions. */
  functions: Record<'plan' | 'work' | 'merge' | 'finish', string>
  /** The jobs bucket. */
  bucket: string
  /** Chunks of one job that are worked on at the same time. */
  maxConcurrency: number
  /** Namespace of metrics. */
  namespace: string
}

const milliseconds = (hours: number) => Duration.hours(hours).toMilliseconds()

const passing = { BackoffRate: 2, JitterStrategy: 'FULL' }

/** Waits between attempts are random, up to twice the one before. */
const retries = [
  {
    // Other functions, or other jobs, use the concurrency of the AWS account: up to an hour.
    ErrorEquals: ['Lambda.TooManyRequestsException'],
    IntervalSeconds: 2,
    MaxDelaySeconds: 60,
    MaxAttempts: 100,
    ...passing,
  },
  {
    ErrorEquals: [
      'Lambda.ClientExecutionTimeoutException',
      'Lambda.ServiceException',
      'Lambda.AWSLambdaException',
      'Lambda.SdkClientException',
      'StepUnavailable',
    ],
    IntervalSeconds: 2,
    MaxDelaySeconds: 120,
    MaxAttempts: 8,
    ...passing,
  },
  {
    // A step that ended with its process or ran into its limit.
    ErrorEquals: ['States.Timeout', 'Sandbox.Timedout', 'Lambda.Unknown', 'Runtime.ExitError'],
    IntervalSeconds: 5,
    MaxAttempts: 2,
    ...passing,
  },
]

const failure = {
  error: '{% $states.errorOutput.Error %}',
  cause: "{% $exists($states.errorOutput.Cause) ? $states.errorOutput.Cause : '' %}",
}
const executionId = '{% $states.context.Execution.Id %}'
const key = '{% $states.context.Execution.Input.key %}'
const job = { accountId: '{% $accountId %}', jobId: '{% $jobId %}' }

/**
 * The state machine of batch jobs in Amazon States Language with JSONata: `plan`, a distributed map of `work`
 * over the chunks that it wrote, `merge`, `finish`. It holds no logic but waiting, retrying and giving up.
 *
 * Its input is the object of an S3 event; its own ARN of the execution is the `executionId` of the steps.
 */
export function jobsWorkflow(resources: WorkflowResources): object {
  const { partition, functions, bucket, maxConcurrency, namespace } = resources
  const call = (step: keyof typeof functions, payload: object) => ({
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Arguments: { FunctionName: functions[step], Payload: payload },
    TimeoutSeconds: stepSeconds + 10,
    Retry: retries,
  })
  const otherwise = (next: string) => [{ ErrorEquals: ['States.ALL'], Output: failure, Next: next }]
  /** Has `finish` fail the job and release its hold; the failure is the input. */
  const failJob = (payload: object) => ({
    ...call('finish', { ...payload, failure: '{% $states.input %}' }),
    Output: '{% $states.input %}',
  })
  const fail = {
    Type: 'Fail',
    Error: '{% $states.input.error %}',
    Cause: '{% $states.input.cause %}',
  }

  return {
    Comment: 'Batch jobs: plan, work on each chunk, merge, finish',
    QueryLanguage: 'JSONata',
    TimeoutSeconds: maxExecutionSeconds,
    StartAt: 'Is it an input',
    States: {
      'Is it an input': {
        Type: 'Choice',
        // A request for the file beside it; an event pattern cannot tell prefix and suffix at once.
        Choices: [{ Condition: `{% $substring(${bare(key)}, -9) = '.job.json' %}`, Next: 'Ended' }],
        Default: 'Plan',
      },
      Plan: {
        ...call('plan', { key, executionId }),
        Output: '{% $states.result.Payload %}',
        Catch: otherwise('Fail the planned'),
        Next: 'Planned',
      },
      Planned: {
        Type: 'Choice',
        Choices: [
          {
            Condition: "{% $states.input.status = 'running' %}",
            Assign: {
              accountId: '{% $states.input.accountId %}',
              jobId: '{% $states.input.jobId %}',
              chunksKey: '{% $states.input.chunksKey %}',
              lateFrom: `{% $millis() + ${milliseconds(lateHours)} %}`,
              runUntil: `{% $millis() + ${milliseconds(maxRunHours)} %}`,
            },
            Next: 'Work',
          },
          {
            Condition: `{% $states.input.status = 'payment_required' and $millis() - $toMillis($states.context.Execution.StartTime) >= ${paymentSeconds * 1000} %}`,
            Next: 'Not paid',
          },
          {
            Condition: "{% $states.input.status = 'payment_required' %}",
            Next: 'Wait for payment',
          },
        ],
        Default: 'Ended',
      },
      'Wait for payment': { Type: 'Wait', Seconds: paymentPollSeconds, Next: 'Plan' },
      'Not paid': {
        Type: 'Pass',
        Output: {
          error: 'payment_required',
          cause: 'The balance did not cover the price of the file within 7 days.',
        },
        Next: 'Give up payment',
      },
      // A failed job, and no fault of ours: no failed execution.
      'Give up payment': {
        ...failJob({ key, executionId }),
        Catch: otherwise('Failed'),
        Next: 'Ended',
      },
      Work: {
        Type: 'Map',
        Label: 'Chunks',
        ItemReader: {
          Resource: `arn:${partition}:states:::s3:getObject`,
          ReaderConfig: { InputType: 'JSON' },
          Arguments: { Bucket: bucket, Key: '{% $chunksKey %}' },
        },
        // Variables do not reach the executions of a distributed map.
        ItemSelector: {
          ...job,
          executionId,
          chunk: '{% $states.context.Map.Item.Value %}',
          lateFrom: '{% $lateFrom %}',
          runUntil: '{% $runUntil %}',
        },
        MaxConcurrency: maxConcurrency,
        ToleratedFailureCount: 0,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
          ...chunkWorkflow(),
        },
        Output: {},
        Catch: otherwise('Fail the running'),
        Next: 'Merge',
      },
      Merge: {
        ...call('merge', job),
        Output: {},
        Catch: otherwise('Fail the running'),
        Next: 'Finish',
      },
      Finish: {
        ...call('finish', { ...job, executionId }),
        Output: {},
        Catch: otherwise('Fail the running'),
        Next: 'Ended',
      },
      Ended: { Type: 'Succeed' },
      'Fail the planned': {
        ...failJob({ key, executionId }),
        Catch: otherwise('Failed'),
        Next: 'Failed',
      },
      'Fail the running': {
        ...failJob({ ...job, executionId }),
        Catch: otherwise('Failed'),
        Next: 'Failed',
      },
      Failed: fail,
    },
  }

  /** One chunk. Its failure fails the job here, because the map would only tell that a chunk failed. */
  function chunkWorkflow() {
    const { accountId, jobId, chunk, run } = {
      accountId: '{% $states.context.Execution.Input.accountId %}',
      jobId: '{% $states.context.Execution.Input.jobId %}',
      chunk: '{% $states.context.Execution.Input.chunk %}',
      run: '{% $states.context.Execution.Input.executionId %}',
    }
    return {
      StartAt: 'Is it in time',
      States: {
        'Is it in time': {
          Type: 'Choice',
          Choices: [
            {
              Condition: '{% $millis() >= $states.input.runUntil %}',
              Next: 'Too late',
            },
            {
              Condition: '{% $millis() >= $states.input.lateFrom %}',
              Next: 'Report a late chunk',
            },
          ],
          Default: 'Work on the chunk',
        },
        'Too late': {
          Type: 'Pass',
          Output: {
            error: 'JobTimeout',
            cause: `The job was not done within ${maxRunHours} hours.`,
          },
          Next: 'Fail the job',
        },
        'Report a late chunk': {
          Type: 'Task',
          Resource: `arn:${partition}:states:::aws-sdk:cloudwatch:putMetricData`,
          Arguments: {
            Namespace: namespace,
            MetricData: [{ MetricName: lateMetric, Unit: 'Count', Value: 1 }],
          },
          Output: {},
          Catch: [{ ErrorEquals: ['States.ALL'], Output: {}, Next: 'Work on the chunk' }],
          Next: 'Work on the chunk',
        },
        'Work on the chunk': {
          ...call('work', { accountId, jobId, chunk }),
          // The outputs of all chunks may have 256 KB.
          Output: {},
          Catch: otherwise('Fail the job'),
          End: true,
        },
        'Fail the job': {
          ...failJob({ accountId, jobId, executionId: run }),
          Catch: otherwise('Failed chunk'),
          Next: 'Failed chunk',
        },
        'Failed chunk': fail,
      },
    }
  }
}

/** The expression without its delimiters, to be used in another. */
function bare(expression: string): string {
  return expression.slice(2, -2).trim()
}
