import { Duration } from 'aws-cdk-lib'

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

const backoff = { BackoffRate: 2, JitterStrategy: 'FULL' }

/** Waits between attempts are random, up to a limit that doubles. */
const retries = [
  {
    // The concurrency of the AWS account is used up by other functions or jobs: wait up to an hour.
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
    // A step whose process died or whose time ran out.
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

/** The states that call the functions of the steps. */
export function stepStates({ partition, functions }: WorkflowResources) {
  const call = (step: keyof typeof functions, payload: object) => ({
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Arguments: { FunctionName: functions[step], Payload: payload },
    TimeoutSeconds: stepSeconds + 10,
    Retry: retries,
  })
  /** Has `finish` fail the job and release its hold; the failure is the input. */
  const failJob = (payload: object) => ({
    ...call('finish', { ...payload, failure: '{% $states.input %}' }),
    Output: '{% $states.input %}',
  })
  return { call, failJob }
}

/** Catches every error; the failure is the input of the next state. */
export const otherwise = (next: string) => [
  { ErrorEquals: ['States.ALL'], Output: failure, Next: next },
]

/** Ends an execution with the failure that is its input. */
export const fail = {
  Type: 'Fail',
  Error: '{% $states.input.error %}',
  Cause: '{% $states.input.cause %}',
}
