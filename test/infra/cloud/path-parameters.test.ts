import { App, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { microdollars, operation } from '#platform/api'
import { buildPathPattern } from '../../../infra/cloud/firewall-rules.ts'
import { HttpApi } from '../../../infra/cloud/http-api.ts'
import { resolveSettings } from '../../../infra/cloud/settings.ts'

const path = '/v1/boxes/{box_id}'
const boxes = (['GET', 'DELETE'] as const).map((method) =>
  operation({
    id: method,
    method,
    path,
    summary: 'Boxes',
    description: 'Does something with boxes.',
    price: microdollars(0),
    needs: [],
    input: z.object({ box_id: z.string() }),
    output: z.object({}),
    errors: [],
    examples: [],
  }),
)

test('the gateway has one resource for a parameter, with each method', () => {
  const stack = new Stack(new App(), 'Api')
  const target = (id: string) =>
    new LambdaFunction(stack, id, {
      runtime: Runtime.NODEJS_LATEST,
      handler: 'index.handler',
      code: Code.fromInline('0'),
    })
  new HttpApi(stack, 'Http', {
    settings: resolveSettings({ region: 'demo' }),
    authorizer: target('Authorizer'),
    operations: boxes.map((operation) => ({ operation, target: target(operation.id) })),
    tools: target('Tools'),
    deepHealth: target('Health'),
    key: undefined,
  })
  const template = Template.fromStack(stack)
  const resources = template.findResources('AWS::ApiGateway::Resource')
  const [id, ...others] = Object.keys(resources).filter(
    (each) => resources[each]!.Properties.PathPart === '{box_id}',
  )
  expect(others).toEqual([])
  const methods = Object.values(template.findResources('AWS::ApiGateway::Method'))
    .map(({ Properties }) => Properties)
    .filter(({ ResourceId }) => ResourceId.Ref === id)
  expect(methods.map(({ HttpMethod }) => HttpMethod).sort()).toEqual(['DELETE', 'GET'])
})

test('the firewall requires a key at every value of a parameter, and only there', () => {
  const pattern = new RegExp(buildPathPattern([path, '/v1/boxes']))
  for (const asked of ['/v1/boxes', '/live/v1/boxes/a', '/v1/boxes/a%2Fb', '/v1/boxes/{box_id}']) {
    expect(pattern.test(asked), asked).toBe(true)
  }
  for (const other of ['/v1/boxes/a/b', '/v1/boxe', '/v1/boxes//', '/v1/box/a']) {
    expect(pattern.test(other), other).toBe(false)
  }
})
