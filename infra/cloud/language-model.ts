import { Stack, Token } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { parseModelName } from '../../lib/language/model/settings.ts'
import type { Binding } from './function-access.ts'
import { allowReadingSecret } from './secret-name.ts'
import type { CairnSettings } from './settings.ts'

/**
 * Binds a function to its language model: the settings, and permission to invoke this model or read this key, and no
 * other.
 */
export function bindLanguageModel(user: Construct, { model }: CairnSettings): Binding {
  const name = parseModelName(model?.name)
  if (!model || !name) return { environment: {}, statements: [] }
  const environment = {
    CAIRN_MODEL: model.name,
    ...(model.url && { CAIRN_MODEL_URL: model.url }),
    ...(model.region && { CAIRN_MODEL_REGION: model.region }),
    ...(model.keySecret && { CAIRN_MODEL_SECRET: model.keySecret }),
  }
  if (name.protocol === 'bedrock') {
    const place = { ...locateStack(user), ...(model.region && { region: model.region }) }
    return { environment, ...allowInvocation(name.model, place) }
  }
  return {
    environment,
    statements: model.keySecret ? [allowReadingSecret(user, model.keySecret)] : [],
  }
}

interface Place {
  partition: string
  region: string
  account: string
}

function locateStack(user: Construct): Place {
  const { partition, region, account } = Stack.of(user)
  return { partition, region, account }
}

/** Matches the inference profiles that AWS defines, whose prefix names a part of the world. */
const profile = /^(?:global|apac|us-gov|[a-z]{2})\.(.+)$/

const action = 'bedrock:InvokeModel'

/**
 * Allows a function to invoke a model or inference profile. A profile forwards calls to its model in other AWS regions,
 * which the function itself may not call (Amazon Bedrock User Guide, Prerequisites for inference profiles).
 */
function allowInvocation(
  model: string,
  { partition, region, account }: Place,
): Pick<Binding, 'statements' | 'findings'> {
  const modelArn = (id: string, place: string) =>
    `arn:${partition}:bedrock:${place}::foundation-model/${id}`
  const [, profileModel] = profile.exec(model) ?? []
  const isArn = model.startsWith('arn:')
  const profileArn = profileModel
    ? `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`
    : isArn && model.includes('inference-profile/')
      ? model
      : undefined
  if (!profileArn) {
    const resources = [isArn ? model : modelArn(model, region)]
    return { statements: [new PolicyStatement({ actions: [action], resources })] }
  }
  const [, arnModel] = profile.exec(profileArn.split(':inference-profile/')[1] ?? '') ?? []
  // The name of an application profile does not reveal its model. The condition allows models only through this
  // profile.
  const models = modelArn(profileModel ?? arnModel ?? '*', '*')
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
      [`AwsSolutions-IAM5[Resource::${formatFinding(models, partition)}]`]:
        'An inference profile chooses the AWS region of its model; the condition binds the statement to the profile.',
    },
  }
}

/** Formats an ARN as cdk-nag writes it, where the partition is not known before the deployment. */
function formatFinding(arn: string, partition: string): string {
  return Token.isUnresolved(partition) ? arn.replace(partition, '<AWS::Partition>') : arn
}
