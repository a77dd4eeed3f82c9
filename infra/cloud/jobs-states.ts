import { Duration } from 'aws-cdk-lib'

/** Timeout of a step in seconds, the maximum that Lambda allows. */
export const stepSeconds = Duration.minutes(15).toSeconds()

export interface WorkflowResources {
  partition: string
  /** ARNs of the functions by step. */
  functions: Record<'plan' | 'work' | 'merge' | 'finish', string>
  /** Name of the jobs bucket. */
  bucket: string
  /** Maximum chunks of one job that run at the same time. */
  maxConcurrency: number
  /** Namespace of the metrics. */
  namespace: string
}

const backoff = { BackoffRate: 2, JitterStrategy: 'FULL' }

/** Retry rules. Delays between attempts are random, up to a limit that doubles. */
const retries = [
  {
    // Other functions or jobs use up the concurrency of the AWS account: wait up to an hour.
    ErrorEquals: ['Lambda.TooManyRequestsException'],
    IntervalSeconds: 2,
    MaxDelaySeconds: 60,
    MaxAttempts: 100,
    ...backoff,
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
    ...backoff,
  },
  {
    // The process of the step died, or it timed out.
    ErrorEquals: ['States.Timeout', 'Sandbox.Timedout', 'Lambda.Unknown', 'Runtime.ExitError'],
    IntervalSeconds: 5,
    MaxAttempts: 2,
    ...backoff,
  },
]

const failure = {
  error: '{% $states.errorOutput.Error %}',
  cause: "{% $exists($states.errorOutput.Cause) ? $states.errorOutput.Cause : '' %}",
}

/** Returns builders of the states that call the functions of the steps. */
export function makeStepStates({ partition, functions }: WorkflowResources) {
  const call = (step: keyof typeof functions, payload: object) => ({
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Arguments: { FunctionName: functions[step], Payload: payload },
    TimeoutSeconds: stepSeconds + 10,
    Retry: retries,
  })
  /** Builds a state that lets `finish` fail the job and release its hold. The input of the state is the failure. */
  const failJob = (payload: object) => ({
    ...call('finish', { ...payload, failure: '{% $states.input %}' }),
    Output: '{% $states.input %}',
  })
  return { call, failJob }
}

/** Catches every error and passes the failure to the next state as its input. */
export const catchAll = (next: string) => [
  { ErrorEquals: ['States.ALL'], Output: failure, Next: next },
]

/** State that ends an execution with the failure that is its input. */
export const fail = {
  Type: 'Fail',
  Error: '{% $states.input.error %}',
  Cause: '{% $states.input.cause %}',
}
