import { type CfnOutput, type Environment, Stack, Stage } from 'aws-cdk-lib'
import { BuildSpec, ComputeType, LinuxBuildImage } from 'aws-cdk-lib/aws-codebuild'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  CodeBuildStep,
  CodePipeline,
  CodePipelineSource,
  ManualApprovalStep,
  ShellStep,
} from 'aws-cdk-lib/pipelines'
import type { Construct } from 'constructs'
import { stageName } from './http-api.ts'
import type { CairnOptions } from './options.ts'
import { addStacks } from './stacks.ts'

export interface PipelineOptions {
  /** `owner/name` of the repository that contains this project. */
  repository: string
  /** Branch to deploy. Default `main`. */
  branch?: string
  /** ARN of an AWS CodeConnections connection to the host of the repository. */
  connectionArn: string
  /** Options of production. Staging uses the same, except for the name `<name>Staging` and unprotected data. */
  production: CairnOptions
}

/**
 * An example pipeline: every push is tested, deployed to staging, checked from outside and, after manual approval,
 * deployed to production. It first updates itself when its own definition has changed.
 */
export class CairnPipeline extends Stack {
  constructor(scope: Construct, id: string, options: PipelineOptions, env?: Environment) {
    super(scope, id, { description: 'Cairn: pipeline', ...(env ? { env } : {}) })
    const { repository, branch = 'main', connectionArn, production } = options
    const name = production.name ?? 'Cairn'
    const pipeline = new CodePipeline(this, 'Pipeline', {
      synth: new ShellStep('Synth', {
        input: CodePipelineSource.connection(repository, branch, { connectionArn }),
        commands: ['npm ci', 'npm run check', 'npm run lint', 'npm test', 'npm run synth'],
      }),
      codeBuildDefaults: {
        buildEnvironment: {
          buildImage: LinuxBuildImage.STANDARD_7_0,
          computeType: ComputeType.MEDIUM,
        },
        partialBuildSpec: BuildSpec.fromObject({
          phases: { install: { 'runtime-versions': { nodejs: 22 } } },
        }),
      },
    })

    const staging = new DeployedStage(
      this,
      'Staging',
      { ...production, name: `${name}Staging`, domain: undefined, keepData: false },
      env,
    )
    pipeline.addStage(staging, { post: [this.#checkFromOutside(staging)] })
    pipeline.addStage(new DeployedStage(this, 'Production', production, env), {
      pre: [new ManualApprovalStep('Agree')],
    })
  }

  /**
   * Checks that firewall and authorizer refuse bad calls, and that functions reach their stores and the engine its
   * data.
   */
  #checkFromOutside(staging: DeployedStage): CodeBuildStep {
    const deepHealth = this.formatArn({
      service: 'execute-api',
      // Any API: its id is known only after the deployment.
      resource: `*/${stageName}/GET/health/deep`,
    })
    const signed = [
      '--aws-sigv4 "aws:amz:$AWS_REGION:execute-api"',
      '--user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY"',
      '--header "x-amz-security-token: $AWS_SESSION_TOKEN"',
    ]
    return new CodeBuildStep('LookFromOutside', {
      envFromCfnOutputs: { URL: staging.url },
      rolePolicyStatements: [
        new PolicyStatement({ actions: ['execute-api:Invoke'], resources: [deepHealth] }),
      ],
      // This image's curl signs the session token header; the curl of the previous image does not.
      buildEnvironment: { buildImage: LinuxBuildImage.STANDARD_8_0 },
      commands: [
        expectStatus(401, ''),
        expectStatus(403, `--header "x-api-key: sk_live_${'0'.repeat(40)}"`),
        'eval "$(aws configure export-credentials --format env)"',
        `curl --fail-with-body -s --retry 3 ${signed.join(' ')} "$URL"health/deep`,
      ],
    })
  }
}

/** Builds a shell command that fails unless a call with these options returns this status. */
function expectStatus(status: number, options: string): string {
  const call = `curl -s -o /dev/null -w "%{http_code}" -X POST ${options} "$URL"v1/routing/route`
  return `test "$(${call})" = ${status}`
}

/** All stacks of one deployment. */
class DeployedStage extends Stage {
  readonly url: CfnOutput

  constructor(scope: Construct, id: string, options: CairnOptions, env?: Environment) {
    super(scope, id, env ? { env } : {})
    this.url = addStacks(this, options).url
  }
}
