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
import { settingsOf } from './settings.ts'

export interface DeployedStacks {
  cairn: Cairn
  /** Where the API is, for those who look at it after a deployment. */
  url: CfnOutput
}

/**
 * One deployment as three stacks: what must outlive every change, what changes, and what watches. Their
 * outputs are what the command lines ask for.
 */
export function addStacks(
  scope: Construct,
  options: CairnOptions,
  env?: Environment,
): DeployedStacks {
  const { name } = settingsOf(options)
  const stack = (part: string, description: string) =>
    new Stack(scope, `${name}${part}`, {
      stackName: `${name}-${part.toLowerCase()}`,
      description: `Cairn: ${description}`,
      ...(env ? { env } : {}),
    })
  const data = stack('Data', 'accounts and data sets')
  const api = stack('Api', 'API and functions')
  const monitoring = stack('Monitoring', 'dashboards and alarms')
  for (const one of [data, api, monitoring]) Tags.of(one).add('cairn', name)
  const cairn = new Cairn(api, 'Cairn', {
    ...options,
    dataScope: data,
    monitoringScope: monitoring,
  })
  const { table, bucket, unwrittenRows } = cairn.data
  new CfnOutput(data, 'TableName', { value: table.tableName })
  new CfnOutput(data, 'BucketName', { value: bucket.bucketName })
  new CfnOutput(data, 'UnwrittenRowsBucketName', { value: unwrittenRows.bucketName })
  const { functionName } = cairn.ledger.writer.function
  new CfnOutput(api, 'LedgerFunctionName', { value: functionName })
  if (cairn.domainTarget) new CfnOutput(api, 'DomainTarget', { value: cairn.domainTarget })
  return { cairn, url: new CfnOutput(api, 'Url', { value: cairn.http.api.url }) }
}

/**
 * Has the templates of a synthesis checked as CloudFormation would check them. The CDK does so by itself
 * unless a variable of the environment switches it off.
 */
export function addTemplateChecks(app: App): void {
  Validations.of(app).addPlugins(new CloudFormationValidatePlugin())
}

/** Has them checked against the rules of the AwsSolutions and Serverless packs of cdk-nag, too. */
export function addRuleChecks(app: App): void {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app))
}
