import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { ApiFunction } from './api-function.ts'
import { formatArnInFinding } from './bucket-access.ts'
import { allowKeyUse } from './customer-key.ts'
import type { CairnData } from './data.ts'
import { formatNamesInFinding } from './finding-names.ts'
import type { JobsData } from './jobs-data.ts'
import { buildJobsWorkflow } from './jobs-workflow.ts'
import type { CairnSettings } from './settings.ts'

export type JobStep = 'plan' | 'work' | 'merge' | 'finish'

export interface StateMachineResources {
  settings: CairnSettings
  data: CairnData
  jobs: JobsData
  steps: Readonly<Record<JobStep, ApiFunction>>
}

/** Creates the state machine of batch jobs with its role and its log. */
export function createJobsStateMachine(
  scope: Construct,
  { settings, data, jobs, steps }: StateMachineResources,
): StateMachine {
  const stack = Stack.of(scope)
  const { partition } = stack
  const functionArn = (step: JobStep) => steps[step].function.functionArn
  const role = new Role(scope, 'Role', {
    assumedBy: new ServicePrincipal('states.amazonaws.com'),
    description: 'Runs the batch jobs of Cairn',
  })
  // A fixed name: the role needs it before the state machine exists.
  const stateMachineName = `${settings.name}Jobs`
  // In the ARN of a distributed map's executions, the map's label follows a slash.
  const executions = [`${stateMachineName}:*`, `${stateMachineName}/*`]
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
    ...allowKeyUse(data.key, 's3 to read'),
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
      resources: executions.map((resourceName) =>
        stack.formatArn({
          service: 'states',
          resource: 'execution',
          resourceName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ),
    }),
    new PolicyStatement({
      actions: ['cloudwatch:PutMetricData'],
      resources: ['*'],
      conditions: { StringEquals: { 'cloudwatch:namespace': settings.name } },
    }),
  ]
  for (const statement of statements) role.addToPolicy(statement)
  const machine = new StateMachine(scope, 'Workflow', {
    stateMachineName,
    role,
    definitionBody: DefinitionBody.fromString(
      stack.toJsonString(
        buildJobsWorkflow({
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
      destination: new LogGroup(scope, 'Log', {
        // With this prefix, Step Functions needs no resource policy on the log group.
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
  const own = formatNamesInFinding(stack)
  acknowledge(role, {
    [`AwsSolutions-IAM5[Resource::${formatArnInFinding(jobs.bucket, scope)}${workObjects}]`]:
      'The list of chunks of any job.',
    'AwsSolutions-IAM5[Resource::*]':
      'Log deliveries, X-Ray and PutMetricData have no resource to name; metrics are limited to one namespace.',
    ...Object.fromEntries(
      executions.map((name) => [
        `AwsSolutions-IAM5[Resource::arn:${own.partition}:states:${own.region}:${own.account}:execution:${name}]`,
        'Its own executions, and those of its chunks.',
      ]),
    ),
  })
  return machine
}
