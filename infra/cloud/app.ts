import { App } from 'aws-cdk-lib'
import cdk from '../../cdk.json' with { type: 'json' }
import { readOptions, readPipelineOptions, refuseUnknownContext } from './context.ts'
import { CairnPipeline } from './pipeline.ts'
import { addRuleChecks, addStacks, addTemplateChecks } from './stacks.ts'

// The CDK app of a deployment, which `npm run synth`, `diff` and `deploy` run.
try {
  // Settings of `cdk.json`, so that the app behaves the same when started from another folder.
  const app = new App({ context: cdk.context, analyticsReporting: cdk.versionReporting })
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env
  const env = account && region ? { account, region } : undefined
  refuseUnknownContext(app.node)
  addTemplateChecks(app)
  const pipeline = readPipelineOptions(app.node)
  if (pipeline) new CairnPipeline(app, 'CairnPipeline', pipeline, env)
  else {
    addStacks(app, readOptions(app.node), env)
    // A pipeline checks the stacks when it synthesises them.
    addRuleChecks(app)
  }
  app.synth()
} catch (error) {
  console.error(`Cairn: ${(error as Error).message}`)
  // Exits at once: otherwise the CDK would write an incomplete assembly.
  process.exit(1)
}
