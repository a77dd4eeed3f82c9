import { Stack, Token } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { modelNameOf } from '../../lib/language/model/settings.ts'
import type { Binding } from './function-access.ts'
import { readsSecret } from './secret-name.ts'
import type { CairnSettings } from './settings.ts'

/** The language model of a function: its settings, and the right to invoke that model or read that key, no other. */
export function languageModel(user: Construct, { model }: CairnSettings): Binding {
  const name = modelNameOf(model?.name)
  if (!model || !name) return { environment: {}, statements: [] }
  const environment = {
    CAIRN_MODEL: model.name,
    ...(model.url && { CAIRN_MODEL_URL: model.url }),
    ...(model.region && { CAIRN_MODEL_REGION: model.region }),
    ...(model.keySecret && { CAIRN_MODEL_SECRET: model.keySecret }),
  }
  if (name.protocol === 'bedrock') {
    const place = { ...placeOf(user), ...(model.region && { region: model.region }) }
    return { environment, ...invokes(name.model, place) }
  }
  return { environment, statements: model.keySecret ? [readsSecret(user, model.keySecret)] : [] }
}

interface Place {
  partition: string
  region: string
  account: string
}

function placeOf(user: Construct): Place {
  const { partition, region, account } = Stack.of(user)
  return { partition, region, account }
}

/** Prefixes of inference profiles that AWS defines, each for a part of the world. */
const profile = /^(?:global|apac|us-gov|[a-z]{2})\.(.+)$/

const action = 'bedrock:InvokeModel'

/**
 * A profile passes calls on to its model in other AWS regions, which it may and the function by itself may not
 * (Amazon Bedrock User Guide, Prerequisites for inference profiles).
 */
function invokes(
  model: string,
  { partition, region, account }: Place,
): Pick<Binding, 'statements' | 'findings'> {
  const modelArn = (id: string, place: string) =>
    `arn:${partition}:bedrock:${place}::foundation-model/${id}`
  const [, ofProfile] = profile.exec(model) ?? []
  const isArn = model.startsWith('arn:')
  const profileArn = ofProfile
    ? `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`
    : isArn && model.includes('inference-profile/')
      ? model
      : undefined
  if (!profileArn) {
    const resources = [isArn ? model : modelArn(model, region)]
    return { statements: [new PolicyStatement({ actions: [action], resources })] }
  }
  const [, inArn] = profile.exec(profileArn.split(':inference-profile/')[1] ?? '') ?? []
  // An application's profile does not say which model it is for; only through it may one be invoked.
  const models = modelArn(ofProfile ?? inArn ?? '*', '*')
  return {
    statements: [
      new PolicyStatement({ actions: [action], resources: [profileArn] }),
      new PolicyStatement({
        actions: [action],
        resources: [models],
        conditions: { StringEquals: { 'bedrock:InferenceProfileArn': profileArn } },
      }),
    ],
    findings: {
      [`AwsSolutions-IAM5[Resource::${findingOf(models, partition)}]`]:
        'An inference profile chooses the AWS region of its model; the condition binds the statement to the profile.',
    },
  }
}

/** An ARN as cdk-nag writes it, where the partition is not known before the deployment. */
function findingOf(arn: string, partition: string): string {
  return Token.isUnresolved(partition) ? arn.replace(partition, '<AWS::Partition>') : arn
}
