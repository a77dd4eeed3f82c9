import { Template } from 'aws-cdk-lib/assertions'
import { expect, test } from 'vitest'
import { MapsStack } from '../../../examples/deploy-app/maps-stack.ts'
import { newApp, plainFunctions } from '../../fixtures/synthesis.ts'

test('examples/deploy-app deploys the whole service in one stack of another app', () => {
  const template = Template.fromStack(new MapsStack(newApp(), 'Maps'))
  // Tables of accounts and of jobs.
  template.resourceCountIs('AWS::DynamoDB::Table', 2)
  template.resourceCountIs('AWS::StepFunctions::StateMachine', 1)
  template.resourceCountIs('AWS::ApiGateway::RestApi', 1)
  template.resourceCountIs('AWS::Lambda::Function', plainFunctions.length)
  template.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: { TEAM: 'maps' } },
  })
  expect(Object.keys(template.findOutputs('*'))).toEqual(
    expect.arrayContaining(['Url', 'BucketName', 'TableName']),
  )
})
