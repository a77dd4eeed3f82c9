import { Stack } from 'aws-cdk-lib'
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { CairnSettings } from './settings.ts'

/** The topic of alarms and of the budget. */
export function alarmTopic(
  scope: Construct,
  { name, alarms }: CairnSettings,
  key: IKey | undefined,
): Topic {
  const topic = new Topic(scope, 'Alarms', {
    displayName: `${name} alarms`,
    enforceSSL: true,
    ...(key && { masterKey: key }),
  })
  // A policy replaces the default one, by which services of the account may publish.
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
