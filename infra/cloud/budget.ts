import { CfnBudget } from 'aws-cdk-lib/aws-budgets'
import type { ITopic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'

/**
 * Adds a budget that notifies the topic when the monthly cost reaches the limit or is forecast to. It covers the whole
 * account: a filter by tag matches nothing until the tag is activated for billing.
 */
export function addBudget(scope: Construct, name: string, limitUsd: number, topic: ITopic): void {
  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: `${name}-monthly`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: limitUsd, unit: 'USD' },
    },
    notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
    })),
  })
}
