import { Duration } from 'aws-cdk-lib'
import { holdHours, paymentDays, requestSuffix } from '#places/jobs'
import { chunkWorkflow, lateHours, maxRunHours } from './jobs-chunk-workflow.ts'
import { fail, otherwise, stepStates, type WorkflowResources } from './jobs-states.ts'

/** Seconds between two attempts to hold the price of a job. */
const paymentPollSeconds = Duration.minutes(15).toSeconds()
/** Seconds after which an unpaid job is given up. */
const paymentSeconds = Duration.days(paymentDays).toSeconds()

/** Maximum seconds of an execution: the wait for payment, then the chunks, merging and charging. */
export const maxExecutionSeconds = paymentSeconds + Duration.hours(holdHours).toSeconds()

const milliseconds = (hours: number) => Duration.hours(hours).toMilliseconds()

const executionId = '{% $states.context.Execution.Id %}'
const key = '{% $states.context.Execution.Input.key %}'
const job = { accountId: '{% $accountId %}', jobId: '{% $jobId %}' }

/**
 * The state machine of batch jobs in Amazon States Language with JSONata: `plan`, a distributed map of `work`
 * over the chunks that it wrote, `merge`, `finish`. It holds no logic but waiting, retrying and giving up.
 *
 * Its input is the object of an S3 event. The ARN of the execution is the `executionId` of the steps.
 */
export function jobsWorkflow(resources: WorkflowResources): object {
  const { partition, bucket, maxConcurrency } = resources
  const { call, failJob } = stepStates(resources)

  return {
    Comment: 'Batch jobs: plan, work on each chunk, merge, finish',
    QueryLanguage: 'JSONata',
    TimeoutSeconds: maxExecutionSeconds,
    StartAt: 'Is it an input',
    States: {
      'Is it an input': {
        Type: 'Choice',
        // The request beside a dropped file: the event pattern lets it through, as it cannot match prefix and suffix.
        Choices: [
          {
            Condition: `{% $substring(${bare(key)}, -${requestSuffix.length}) = '${requestSuffix}' %}`,
            Next: 'Ended',
          },
        ],
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
      // The job fails, but the execution succeeds: the fault is not ours.
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
          ...chunkWorkflow(resources),
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
}

/** A JSONata expression without its delimiters, for use inside another one. */
function bare(expression: string): string {
  return expression.slice(2, -2).trim()
}
