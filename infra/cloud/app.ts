import { App } from 'aws-cdk-lib'
import cdk from '../../cdk.json' with { type: 'json' }
import { optionsFromContext, pipelineFromContext, refuseUnknownContext } from './context.ts'
import { CairnPipeline } from './pipeline.ts'
import { addRuleChecks, addStacks, addTemplateChecks } from './stacks.ts'

// The CDK app of a deployment: what `npm run synth`, `diff` and `deploy` run.
try {
  // The same rules of the CDK wherever it is started from.
  const app = new App({ context: cdk.context, analyticsReporting: cdk.versionReporting })
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = process.env
  const env = account && region ? { account, region } : undefined
  refuseUnknownContext(app.node)
  addTemplateChecks(app)
  const pipeline = pipelineFromContext(app.node)
  if (pipeline) new CairnPipeline(app, 'CairnPipeline', pipeline, env)
  else {
    addStacks(app, optionsFromContext(app.node), env)
    // A pipeline checks the stacks when it synthesises them.
    addRuleChecks(app)
  }
  app.synth()
} catch (error) {
  console.error(`Cairn: ${(error as Error).message}`)
  // Exits at once: the CDK would write an incomplete assembly.
  process.exit(1)
}
