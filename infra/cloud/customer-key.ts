import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { type IKey, Key } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import type { CairnSettings } from './settings.ts'

/**
 * Creates or imports the KMS key that the option `customerKey` specifies. The owner of an imported key sets its policy.
 */
export function provideCustomerKey(
  scope: Construct,
  { customerKey, keepData, name }: CairnSettings,
): IKey | undefined {
  if (customerKey === false) return undefined
  if (typeof customerKey === 'string') return Key.fromKeyArn(scope, 'Key', customerKey)
  const key = new Key(scope, 'Key', {
    description: `Encrypts what the Cairn deployment ${name} stores`,
    enableKeyRotation: true,
    removalPolicy: keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
  })
  for (const statement of allowServices(scope)) key.addToResourcePolicy(statement)
  return key
}

/**
 * Builds statements for services that use the key themselves. Others use it on behalf of a role, see {@link allowKeyUse}.
 */
function allowServices(scope: Construct): PolicyStatement[] {
  const { region, account, partition } = Stack.of(scope)
  return [
    new PolicyStatement({
      sid: 'LogGroups',
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: [...readAndWrite, 'kms:DescribeKey'],
      resources: ['*'],
      conditions: {
        ArnLike: {
          'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:*`,
        },
      },
    }),
    new PolicyStatement({
      sid: 'Notifications',
      principals: ['cloudwatch', 'budgets'].map(
        (service) => new ServicePrincipal(`${service}.amazonaws.com`),
      ),
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': account } },
    }),
  ]
}

const readAndWrite = [
  'kms:Decrypt',
  'kms:Encrypt',
  'kms:GenerateDataKey',
  'kms:ReEncryptFrom',
  'kms:ReEncryptTo',
]

const actionsFor = {
  dynamodb: [...readAndWrite, 'kms:DescribeKey'],
  's3 to read': ['kms:Decrypt'],
  's3 to write': ['kms:Decrypt', 'kms:GenerateDataKey'],
} as const

/** Allows a role to use the key through a service. Returns no statement without a customer key. */
export function allowKeyUse(
  key: IKey | undefined,
  use: keyof typeof actionsFor,
): PolicyStatement[] {
  if (!key) return []
  const { region } = Stack.of(key)
  const [service] = use.split(' ')
  return [
    new PolicyStatement({
      actions: [...actionsFor[use]],
      resources: [key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `${service}.${region}.amazonaws.com` } },
    }),
  ]
}
