import { commandPackage } from '#platform/home'
import { partsPrefix } from '#platform/region-builds'

export interface RegionBuildsResources {
  partition: string
  jobQueueArn: string
  jobDefinitionArn: string
  bucket: string
  /** Version of the command's package. */
  version: string
  maxConcurrency: number
}

/** Timeout of one job in seconds. The longest build that fits Fargate's disk takes less than half of it. */
export const buildSeconds = 24 * 3600
/**
 * Maximum jobs that run one after the other: plan, part and finish, and one in reserve because parts may wait for
 * machines.
 */
const maxJobsInRow = 4

/**
 * Builds the state machine of region builds in Amazon States Language with JSONata: a map over the builds of its input
 * (`RegionBuildsInput` of `lib/platform/region-builds`).
 *
 * A build is a job of AWS Batch that runs the command `region build`. A build in parts consists of a job that plans the
 * parts, a map with a job for each part, and a job that builds the region from them. The state machine composes the
 * commands itself, so the caller of an execution chooses inputs and sizes but cannot choose a command.
 */
export function buildRegionBuildsWorkflow({
  partition,
  jobQueueArn,
  jobDefinitionArn,
  bucket,
  version,
  maxConcurrency,
}: RegionBuildsResources): object {
  const appendFiles = (option: string, field: string): string =>
    `($exists($states.input.${field}[0]) ? $append(['--${option}'], $states.input.${field}) : [])`
  const command = (words: string, ...more: string[]): string =>
    [`['npx', '--yes', '${commandPackage}@${version}', 'region', ${words}]`, ...more].reduce(
      (all, next) => `$append(${all}, ${next})`,
    )
  const parts = `'s3://${bucket}/${partsPrefix}/' & $states.input.name & '/' & $states.input.parts.id`
  const inputs = ['osm', 'dem', 'landcover'].map((field) => appendFiles(field, field))
  const build = `'build', $states.input.name, '--to', 's3://${bucket}'`
  /**
   * Builds a job that runs a command on a machine. `command`, `machine` and `suffix`, which follows the region's name
   * in the job name, are expressions.
   */
  const job = (work: { suffix?: string; command: string; machine: string }): object => ({
    Type: 'Task',
    // Waits for the end of the job, and ends it when the execution is stopped.
    Resource: `arn:${partition}:states:::batch:submitJob.sync`,
    Arguments: {
      JobName: `{% $states.input.name${work.suffix ? ` & ${work.suffix}` : ''} %}`,
      JobQueue: jobQueueArn,
      JobDefinition: jobDefinitionArn,
      Timeout: { AttemptDurationSeconds: buildSeconds },
      ContainerOverrides: {
        Command: `{% ${work.command} %}`,
        ResourceRequirements: [
          { Type: 'VCPU', Value: `{% $string(${work.machine}.vcpus) %}` },
          { Type: 'MEMORY', Value: `{% $string(${work.machine}.memoryMebibytes) %}` },
        ],
        Environment: [
          {
            Name: 'NODE_OPTIONS',
            // A quarter of the memory: half is for the engine's builder, and each thread of places and map has its own
            // heap.
            Value: `{% '--max-old-space-size=' & $string($floor(${work.machine}.memoryMebibytes / 4)) %}`,
          },
        ],
      },
    },
  })
  const name = { Output: '{% $states.input.name %}' }
  return {
    Comment: 'Region builds: each one job of AWS Batch, or for a large extract one for each part',
    QueryLanguage: 'JSONata',
    TimeoutSeconds: maxJobsInRow * buildSeconds,
    StartAt: 'Builds',
    States: {
      Builds: {
        Type: 'Map',
        Items: '{% $states.input.builds %}',
        MaxConcurrency: maxConcurrency,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'INLINE' },
          StartAt: 'IsInParts',
          States: {
            IsInParts: {
              Type: 'Choice',
              Choices: [{ Condition: '{% $exists($states.input.parts) %}', Next: 'Plan' }],
              Default: 'Build',
            },
            Build: {
              ...job({ command: command(build, ...inputs), machine: '$states.input' }),
              ...name,
              End: true,
            },
            Plan: {
              ...job({
                suffix: "'-plan'",
                command: command(
                  `'plan-parts', $states.input.name, '--parts', $string($states.input.parts.count), '--to', ${parts}`,
                  inputs[0]!,
                ),
                machine: '$states.input.parts.plan',
              }),
              Output: '{% $states.input %}',
              Next: 'Parts',
            },
            Parts: {
              Type: 'Map',
              Items: '{% $states.input.parts.numbers %}',
              ItemSelector: {
                name: '{% $states.input.name %}',
                parts: '{% $states.input.parts %}',
                number: '{% $states.context.Map.Item.Value %}',
              },
              ItemProcessor: buildPartProcessor({
                ...job({
                  suffix: `'-' & ${partName}`,
                  command: command(
                    `'build-part', $states.input.name, '--part', $string($states.input.number), '--from', ${parts}`,
                  ),
                  machine: '$states.input.parts.part',
                }),
              }),
              Output: '{% $states.input %}',
              Next: 'Finish',
            },
            Finish: {
              ...job({
                suffix: "'-finish'",
                command: command(`${build}, '--parts-from', ${parts}`, ...inputs),
                machine: '$states.input',
              }),
              ...name,
              End: true,
            },
          },
        },
        End: true,
      },
    },
  }
}

/** Expression for the name of a part: `part-3-of-12`. */
const partName =
  "'part-' & $string($states.input.number) & '-of-' & $string($states.input.parts.count)"

/** Builds the processor of one part. If a part fails, the cause names the part and the log of its job. */
function buildPartProcessor(job: object): object {
  return {
    ProcessorConfig: { Mode: 'INLINE' },
    StartAt: 'Part',
    States: {
      Part: {
        ...job,
        Catch: [
          {
            ErrorEquals: ['States.ALL'],
            Output: {
              part: `{% $states.input.name & ', ' & ${partName} %}`,
              cause: '{% $states.errorOutput.Cause %}',
            },
            Next: 'PartFailed',
          },
        ],
        Output: '{% $states.input.number %}',
        End: true,
      },
      PartFailed: {
        Type: 'Fail',
        Error: 'PartFailed',
        Cause: "{% $states.input.part & ' failed: ' & $states.input.cause %}",
      },
    },
  }
}
