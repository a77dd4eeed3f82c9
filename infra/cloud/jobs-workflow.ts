import { Duration } from 'aws-cdk-lib'
import { holdHours, paymentDays, requestSuffix } from '#places/jobs'
import { buildChunkWorkflow, lateHours, maxRunHours } from './jobs-chunk-workflow.ts'
import { catchAll, fail, makeStepStates, type WorkflowResources } from './jobs-states.ts'

/** Seconds between two attempts to hold the price of a job. */
const paymentPollSeconds = Duration.minutes(15).toSeconds()
/** Seconds after which an unpaid job is given up. */
const paymentSeconds = Duration.days(paymentDays).toSeconds()

/** Maximum seconds of an execution: the wait for payment, then the chunks, merging and charging. */
export const maxExecutionSeconds = paymentSeconds + Duration.hours(holdHours).toSeconds()

const toMilliseconds = (hours: number) => Duration.hours(hours).toMilliseconds()

const executionId = '{% $states.context.Execution.Id %}'
const key = '{% $states.context.Execution.Input.key %}'
const job = { accountId: '{% $accountId %}', jobId: '{% $jobId %}' }

/**
 * Builds the state machine of batch jobs in Amazon States Language with JSONata: `plan`, a distributed map of `work`
 * over the chunks that `plan` wrote, `merge`, `finish`. Its only logic is waiting, retrying and giving up.
 *
 * Its input is the object of an S3 event. The steps receive the ARN of the execution as `executionId`.
 */
export function buildJobsWorkflow(resources: WorkflowResources): object {
  const { partition, bucket, maxConcurrency } = resources
  const { call, failJob } = makeStepStates(resources)

  return {
    Comment: 'Batch jobs: plan, work on each chunk, merge, finish',
    QueryLanguage: 'JSONata',
    TimeoutSeconds: maxExecutionSeconds,
    StartAt: 'Is it an input',
    States: {
      'Is it an input': {
        Type: 'Choice',
        // A request file accompanies a dropped file. The event pattern lets it through, because it cannot match both
        // prefix and suffix.
        Choices: [
          {
            Condition: `{% $substring(${stripDelimiters(key)}, -${requestSuffix.length}) = '${requestSuffix}' %}`,
            Next: 'Ended',
          },
        ],
        Default: 'Plan',
      },
      Plan: {
        ...call('plan', { key, executionId }),
        Output: '{% $states.result.Payload %}',
        Catch: catchAll('Fail the planned'),
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
              lateFrom: `{% $millis() + ${toMilliseconds(lateHours)} %}`,
              runUntil: `{% $millis() + ${toMilliseconds(maxRunHours)} %}`,
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
      // The job fails, but the execution succeeds: the cause lies with the customer.
      'Give up payment': {
        ...failJob({ key, executionId }),
        Catch: catchAll('Failed'),
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
          ...buildChunkWorkflow(resources),
        },
        Output: {},
        Catch: catchAll('Fail the running'),
        Next: 'Merge',
      },
      Merge: {
        ...call('merge', job),
        Output: {},
        Catch: catchAll('Fail the running'),
        Next: 'Finish',
      },
      Finish: {
        ...call('finish', { ...job, executionId }),
        Output: {},
        Catch: catchAll('Fail the running'),
        Next: 'Ended',
      },
      Ended: { Type: 'Succeed' },
      'Fail the planned': {
        ...failJob({ key, executionId }),
        Catch: catchAll('Failed'),
        Next: 'Failed',
      },
      'Fail the running': {
        ...failJob({ ...job, executionId }),
        Catch: catchAll('Failed'),
        Next: 'Failed',
      },
      Failed: fail,
    },
  }
}

/** Strips the delimiters of a JSONata expression, for use inside another one. */
function stripDelimiters(expression: string): string {
  return expression.slice(2, -2).trim()
}
