import { commandPackage } from '../../lib/home/index.ts'

export interface RegionBuildsResources {
  partition: string
  jobQueueArn: string
  jobDefinitionArn: string
  bucket: string
  /** Version of the command's package. */
  version: string
  maxConcurrency: number
}

/** Seconds of one build: the longest that fits Fargate's disk takes about five hours. */
export const buildSeconds = 24 * 3600

/**
 * The state machine of region builds in Amazon States Language with JSONata: a map over the builds of its input
 * (`RegionBuildsInput` of `lib/region-builds`), each a job of AWS Batch that runs the command `region build`. What a job
 * runs is composed here, so whoever starts an execution chooses inputs and size, and no command.
 */
export function regionBuildsWorkflow({
  partition,
  jobQueueArn,
  jobDefinitionArn,
  bucket,
  version,
  maxConcurrency,
}: RegionBuildsResources): object {
  const files = (option: string, field: string): string =>
    `($exists($states.input.${field}[0]) ? $append(['--${option}'], $states.input.${field}) : [])`
  const command = [
    `['npx', '--yes', '${commandPackage}@${version}', 'region', 'build', $states.input.name, '--to', 's3://${bucket}']`,
    files('osm', 'osm'),
    files('dem', 'dem'),
    files('landcover', 'landcover'),
  ].reduce((all, next) => `$append(${all}, ${next})`)
  return {
    Comment: 'Region builds: each a job of AWS Batch',
    QueryLanguage: 'JSONata',
    TimeoutSeconds: 2 * buildSeconds,
    StartAt: 'Builds',
    States: {
      Builds: {
        Type: 'Map',
        Items: '{% $states.input.builds %}',
        MaxConcurrency: maxConcurrency,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'INLINE' },
          StartAt: 'Build',
          States: {
            Build: {
              Type: 'Task',
              // Waits for the end of the job, and ends it when the execution is stopped.
              Resource: `arn:${partition}:states:::batch:submitJob.sync`,
              Arguments: {
                JobName: '{% $states.input.name %}',
                JobQueue: jobQueueArn,
                JobDefinition: jobDefinitionArn,
                Timeout: { AttemptDurationSeconds: buildSeconds },
                ContainerOverrides: {
                  Command: `{% ${command} %}`,
                  ResourceRequirements: [
                    { Type: 'VCPU', Value: '{% $string($states.input.vcpus) %}' },
                    { Type: 'MEMORY', Value: '{% $string($states.input.memoryMebibytes) %}' },
                  ],
                  Environment: [
                    {
                      Name: 'NODE_OPTIONS',
                      // Half for the engine's builder; each thread of places and map has a heap of its own.
                      Value:
                        "{% '--max-old-space-size=' & $string($floor($states.input.memoryMebibytes / 4)) %}",
                    },
                  ],
                },
              },
              Output: '{% $states.input.name %}',
              End: true,
            },
          },
        },
        End: true,
      },
    },
  }
}
