import {
  type App,
  CfnOutput,
  CloudFormationValidatePlugin,
  type Environment,
  Stack,
  Tags,
  Validations,
} from 'aws-cdk-lib'
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag'
import type { Construct } from 'constructs'
import { Cairn } from './cairn.ts'
import type { CairnOptions } from './options.ts'
import { RegionBuilds } from './region-builds.ts'
import { resolveSettings } from './settings.ts'

export interface DeployedStacks {
  cairn: Cairn
  /** Output that contains the address of the API. */
  url: CfnOutput
}

/**
 * Adds one deployment as three stacks (data, API and monitoring), and a fourth for region builds if enabled. Their
 * outputs are the values that the command lines need.
 */
export function addStacks(
  scope: Construct,
  options: CairnOptions,
  env?: Environment,
): DeployedStacks {
  const { name } = resolveSettings(options)
  const createStack = (part: string, description: string) =>
    new Stack(scope, `${name}${part}`, {
      stackName: `${name}-${part.toLowerCase()}`,
      description: `Cairn: ${description}`,
      // Indentation is almost a third of a template's bytes.
      suppressTemplateIndentation: true,
      ...(env ? { env } : {}),
    })
  const data = createStack('Data', 'accounts and data sets')
  const api = createStack('Api', 'API and functions')
  const monitoring = createStack('Monitoring', 'dashboards and alarms')
  for (const each of [data, api, monitoring]) Tags.of(each).add('cairn', name)
  const cairn = new Cairn(api, 'Cairn', {
    ...options,
    dataScope: data,
    monitoringScope: monitoring,
  })
  if (cairn.settings.regionBuilds) {
    const builds = createStack('Builds', 'region builds')
    Tags.of(builds).add('cairn', name)
    new RegionBuilds(builds, 'RegionBuilds', cairn.settings, cairn.data)
  }
  const { table, bucket, unwrittenRows } = cairn.data
  new CfnOutput(data, 'TableName', { value: table.tableName })
  new CfnOutput(data, 'BucketName', { value: bucket.bucketName })
  new CfnOutput(data, 'UnwrittenRowsBucketName', { value: unwrittenRows.bucketName })
  new CfnOutput(data, 'JobsBucketName', { value: cairn.jobsData.bucket.bucketName })
  new CfnOutput(data, 'JobsTableName', { value: cairn.jobsData.table.tableName })
  new CfnOutput(api, 'JobsStateMachineArn', { value: cairn.jobs.stateMachine.stateMachineArn })
  const { functionName } = cairn.ledger.writer.function
  new CfnOutput(api, 'LedgerFunctionName', { value: functionName })
  if (cairn.domainTarget) new CfnOutput(api, 'DomainTarget', { value: cairn.domainTarget })
  if (cairn.site) {
    new CfnOutput(api, 'SiteUrl', { value: cairn.site.url })
    new CfnOutput(api, 'SiteDomainTarget', { value: cairn.site.distribution.domainName })
  }
  if (cairn.console) {
    const { url, actions } = cairn.console
    new CfnOutput(api, 'ConsoleUrl', { value: url })
    new CfnOutput(api, 'ConsoleFunctionArn', { value: actions.function.functionArn })
  }
  return { cairn, url: new CfnOutput(api, 'Url', { value: cairn.http.api.url }) }
}

/**
 * Checks the synthesised templates as CloudFormation does. The CDK does this by default, unless an environment variable
 * disables it.
 */
export function addTemplateChecks(app: App): void {
  Validations.of(app).addPlugins(new CloudFormationValidatePlugin())
}

/** Checks the templates against the AwsSolutions and Serverless rules of cdk-nag. */
export function addRuleChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
}
