import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { deployedFunctions } from '../../../functions/deployed.ts'
import { operations } from '../../../functions/operations.ts'
import { authorizerEvent, restEvent } from '../../fixtures/bundle-runner.event.ts'
import type { FunctionProcess } from '../../fixtures/bundle-runner.ts'
import { callHere, type Deployment, startDeploymentOf } from '../../fixtures/deployment.ts'
import { installRuntimeClient, runUnderRuntimeClient } from '../../fixtures/runtime-client.ts'
import { homeOver, startServer, type TestServer } from '../../fixtures/server.ts'

const client = await installRuntimeClient()
if ('reason' in client)
  console.warn(`NOT TESTED: AWS's runtime client is not here: ${client.reason}`)

describe.skipIf('reason' in client)("a bundle under AWS's own runtime client", () => {
  let deployment: Deployment<FunctionProcess>
  let server: TestServer
  beforeAll(async () => {
    const { file } = client as { file: string }
    const home = inject('builtHome')
    deployment = await startDeploymentOf(home, ['demo'], (options) =>
      runUnderRuntimeClient(file, options),
    )
    server = await startServer(homeOver(home), { REGION: 'demo' })
  }, 600_000)
  afterAll(async () => {
    await deployment?.stop()
    await server?.stop()
  })

  // Job ids and times differ between runs: jobs-assembly.ts tests jobs.
  const repeatable = operations.filter(({ needs }) => !needs.includes('jobs'))
  const examples = repeatable.flatMap((operation) =>
    operation.examples.map(({ name, request }) => ({ operation, name, request })),
  )
  test.each(examples)(
    'answers $operation.id as the local server does: $name',
    async ({ operation, request }) => {
      const grants = operation.grant === undefined ? [] : [operation.grant]
      const { key } = await deployment.cloud.newKey(5_000_000, grants)
      const answer = await deployment.call(operation, request, key)
      expect(answer.status).toBe(200)
      const here = await server.newKey('5.00')
      for (const grant of grants) await server.keys('grant', grant, here.account_id)
      expect(answer).toEqual(await callHere(server, operation, request, here.key))
    },
    120_000,
  )

  test('ends a call without a key as the authorizer, by the only error that the gateway knows', async () => {
    const event = authorizerEvent(restEvent({ operation: operations[0]!, request: {} }))
    const authorizer = await deployment.warm('authorizer')
    await expect(authorizer.invoke(event)).rejects.toThrow(/^Unauthorized$/)
    // The environment survives the error.
    await expect(authorizer.invoke(event)).rejects.toThrow(/^Unauthorized$/)
  })

  test('writes the rows of the stream as the ledger function', async () => {
    const { accountId } = await deployment.cloud.newKey(5_000_000)
    const Records = deployment.cloud.stream.filter(
      ({ dynamodb }) => dynamodb?.NewImage?.pk?.S === `ACCOUNT#${accountId}`,
    )
    expect(Records.length).toBeGreaterThan(0)
    const copy = await deployment.cloud.newTable('ledger')
    const writer = await deployment.start('ledger', { CAIRN_TABLE: 'ledger' })
    expect((await writer.invoke({ Records })).result).toEqual({ batchItemFailures: [] })
    const rows: unknown[] = []
    for await (const row of copy.ledger(accountId)) rows.push(row)
    expect(rows).toMatchObject([{ kind: 'credit', amount: 5_000_000 }])
  })

  test('reports the state of the service as the health check', async () => {
    const event = restEvent({ operation: { method: 'GET', path: '/health' }, request: {} })
    const { result } = await (await deployment.warm('health')).invoke(event)
    expect(result.statusCode).toBe(200)
    expect(JSON.parse(result.body).status).toBe('ok')
  })

  test('starts for every deployed function', async () => {
    for (const { id } of deployedFunctions) expect(await deployment.warm(id)).toBeDefined()
  })
})
