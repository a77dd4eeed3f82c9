import { holdHours } from '#places/jobs'
import { catchAll, fail, makeStepStates, type WorkflowResources } from './jobs-states.ts'

/**
 * Hours after the plan at which the last chunk may start. The hold expires two hours later, which is enough for the
 * chunks in progress, their retries, and merging.
 */
export const maxRunHours = holdHours - 2
/** Hours after the plan at which a job counts as stuck. */
export const lateHours = 6
/** Metric that counts the chunks started after {@link lateHours}. */
export const lateMetric = 'LateChunks'

/**
 * Builds the states of one chunk. A failure fails the job here, because the map only reports that some chunk failed.
 */
export function buildChunkWorkflow(resources: WorkflowResources) {
  const { partition, namespace } = resources
  const { call, failJob } = makeStepStates(resources)
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
        // Empty, because the outputs of all chunks together are limited to 256 KB.
        Output: {},
        Catch: catchAll('Fail the job'),
        End: true,
      },
      'Fail the job': {
        ...failJob({ accountId, jobId, executionId: run }),
        Catch: catchAll('Failed chunk'),
        Next: 'Failed chunk',
      },
      'Failed chunk': fail,
    },
  }
}
