import { CfnOutput, Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib'
import {
  EcsFargateContainerDefinition,
  EcsJobDefinition,
  FargateComputeEnvironment,
  JobQueue,
} from 'aws-cdk-lib/aws-batch'
import {
  FlowLogDestination,
  GatewayVpcEndpointAwsService,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2'
import { ContainerImage, CpuArchitecture, LogDriver } from 'aws-cdk-lib/aws-ecs'
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { fargate, sourcesFolder } from '#platform/region-builds'
import { storageAccess } from '#platform/storage'
import cairn from '../../package.json' with { type: 'json' }
import { acknowledge } from './acknowledge.ts'
import { allowListing, formatArnInFinding } from './bucket-access.ts'
import { allowKeyUse } from './customer-key.ts'
import type { CairnData } from './data.ts'
import { buildRegionBuildsWorkflow, buildSeconds } from './region-builds-workflow.ts'
import type { CairnSettings } from './settings.ts'

/** Public image of Node on Debian 12, whose C library (2.36) the engine's builders run with. */
const image = 'public.ecr.aws/docker/library/node:24-bookworm-slim'
/** Maximum builds at the same time in one execution. */
const maxBuilds = 4

/** Region builds: a state machine that runs the command `region` as jobs of AWS Batch on Fargate. */
export class RegionBuilds extends Construct {
  readonly stateMachine: StateMachine
  readonly #settings: CairnSettings
  readonly #data: CairnData

  constructor(scope: Construct, id: string, settings: CairnSettings, data: CairnData) {
    super(scope, id)
    this.#settings = settings
    this.#data = data
    const log = this.#createLog('Log')
    const queue = new JobQueue(this, 'Queue', {
      computeEnvironments: [{ computeEnvironment: this.#createMachines(), order: 1 }],
    })
    const job = this.#createJobDefinition(log)
    this.stateMachine = this.#createWorkflow(queue, job)
    new CfnOutput(scope, 'BuildsStateMachineArn', { value: this.stateMachine.stateMachineArn })
    new CfnOutput(scope, 'BuildsLogGroup', { value: log.logGroupName })
    new CfnOutput(scope, 'BuildsBucketName', { value: data.bucket.bucketName })
  }

  #createLog(id: string, logGroupName?: string): LogGroup {
    return new LogGroup(this, id, {
      ...(logGroupName && { logGroupName }),
      retention: this.#settings.logRetention,
      ...(this.#data.key && { encryptionKey: this.#data.key }),
      removalPolicy: RemovalPolicy.DESTROY,
    })
  }

  /**
   * Creates machines that do not accept connections from outside. A public address for each is cheaper than a NAT
   * gateway.
   */
  #createMachines(): FargateComputeEnvironment {
    const vpc = new Vpc(this, 'Network', {
      maxAzs: 2,
      natGateways: 0,
      restrictDefaultSecurityGroup: false,
      subnetConfiguration: [
        { name: 'Builds', subnetType: SubnetType.PUBLIC, mapPublicIpOnLaunch: false },
      ],
      // Bucket traffic stays within AWS.
      gatewayEndpoints: { Bucket: { service: GatewayVpcEndpointAwsService.S3 } },
      flowLogs: {
        All: { destination: FlowLogDestination.toCloudWatchLogs(this.#createLog('FlowLog')) },
      },
    })
    return new FargateComputeEnvironment(this, 'Machines', {
      vpc,
      vpcSubnets: { subnetType: SubnetType.PUBLIC },
      securityGroups: [
        new SecurityGroup(this, 'Outbound', { vpc, description: 'Region builds: outbound alone' }),
      ],
      maxvCpus: fargate.vcpusAtOnce,
    })
  }

  #createJobDefinition(log: LogGroup): EcsJobDefinition {
    const { bucket, key } = this.#data
    const jobRole = new Role(this, 'JobRole', {
      assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com'),
      description: 'Builds regions of Cairn: reads extracts, writes data sets',
    })
    const sources = `/${sourcesFolder}/*`
    const written = ['/datasets/*', '/.incoming/*']
    for (const statement of [
      new PolicyStatement({
        actions: [...storageAccess.read],
        resources: [sources, ...written].map((objects) => bucket.bucketArn + objects),
      }),
      new PolicyStatement({
        actions: [...storageAccess.write, ...storageAccess.delete],
        resources: written.map((objects) => bucket.bucketArn + objects),
      }),
      ...[sources, ...written].map((objects) => allowListing(bucket, objects)),
      ...allowKeyUse(key, 's3 to write'),
    ])
      jobRole.addToPolicy(statement)
    acknowledge(
      jobRole,
      Object.fromEntries(
        [sources, ...written].map((objects) => [
          `AwsSolutions-IAM5[Resource::${formatArnInFinding(bucket, this)}${objects}]`,
          'Extracts and data sets of any name; a build adds files and switches a pointer.',
        ]),
      ),
    )
    return new EcsJobDefinition(this, 'Job', {
      timeout: Duration.seconds(buildSeconds),
      retryAttempts: 1,
      container: new EcsFargateContainerDefinition(this, 'Container', {
        image: ContainerImage.fromRegistry(image),
        // The engine's builders exist for both architectures. Each job sets its own processors and memory.
        fargateCpuArchitecture: CpuArchitecture.X86_64,
        cpu: fargate.sizes[0].vcpus,
        memory: Size.mebibytes(fargate.sizes[0].memoryMebibytes),
        ephemeralStorageSize: Size.gibibytes(fargate.diskGibibytes),
        assignPublicIp: true,
        jobRole,
        command: ['node', '--version'],
        environment: { CAIRN_HOME: '/tmp/cairn', AWS_REGION: Stack.of(this).region },
        logging: LogDriver.awsLogs({ logGroup: log, streamPrefix: 'region' }),
      }),
    })
  }

  #createWorkflow(queue: JobQueue, job: EcsJobDefinition): StateMachine {
    const stack = Stack.of(this)
    const role = new Role(this, 'WorkflowRole', {
      assumedBy: new ServicePrincipal('states.amazonaws.com'),
      description: 'Runs the region builds of Cairn',
    })
    for (const statement of [
      new PolicyStatement({
        actions: ['batch:SubmitJob'],
        resources: [queue.jobQueueArn, job.jobDefinitionArn],
      }),
      // A job has no name before it is submitted (Step Functions Developer Guide, Integrated services: AWS Batch).
      new PolicyStatement({
        actions: ['batch:DescribeJobs', 'batch:TerminateJob'],
        resources: ['*'],
      }),
      new PolicyStatement({
        actions: ['events:PutTargets', 'events:PutRule', 'events:DescribeRule'],
        resources: [
          stack.formatArn({
            service: 'events',
            resource: 'rule',
            resourceName: 'StepFunctionsGetEventsForBatchJobsRule',
          }),
        ],
      }),
    ])
      role.addToPolicy(statement)
    const stateMachineName = `${this.#settings.name}RegionBuilds`
    const machine = new StateMachine(this, 'Workflow', {
      stateMachineName,
      role,
      definitionBody: DefinitionBody.fromString(
        stack.toJsonString(
          buildRegionBuildsWorkflow({
            partition: stack.partition,
            jobQueueArn: queue.jobQueueArn,
            jobDefinitionArn: job.jobDefinitionArn,
            bucket: this.#data.bucket.bucketName,
            version: cairn.version,
            maxConcurrency: maxBuilds,
          }),
        ),
      ),
      logs: {
        destination: this.#createLog('WorkflowLog', `/aws/vendedlogs/states/${stateMachineName}`),
        level: LogLevel.ALL,
        includeExecutionData: false,
      },
      tracingEnabled: true,
    })
    acknowledge(role, {
      'AwsSolutions-IAM5[Resource::*]':
        'Jobs of Batch are described and ended without a resource to name; so are log deliveries and X-Ray.',
    })
    return machine
  }
}
