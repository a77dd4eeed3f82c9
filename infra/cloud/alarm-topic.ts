import { Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { CairnSettings } from './settings.ts'

/** Creates the topic that alarms and the budget publish to. */
export function createAlarmTopic(
  scope: Construct,
  { name, alarms }: CairnSettings,
  key: IKey | undefined,
): Topic {
  const topic = new Topic(scope, 'Alarms', {
    displayName: `${name} alarms`,
    enforceSSL: true,
    ...(key && { masterKey: key }),
  })
  // A policy replaces the default one, which lets services of the account publish.
  const publishers = ['cloudwatch', ...(alarms.monthlyBudgetUsd ? ['budgets'] : [])]
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'ServicesPublish',
      principals: publishers.map((service) => new ServicePrincipal(`${service}.amazonaws.com`)),
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
    }),
  )
  if (alarms.email) {
    topic.addSubscription(new EmailSubscription(alarms.email))
    acknowledge(topic, {
      'Serverless-SNSRedrivePolicy': 'A message to a person: mail has no queue to go to instead.',
    })
  }
  return topic
}
