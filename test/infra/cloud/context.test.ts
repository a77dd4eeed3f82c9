import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { describe, expect, test } from 'vitest'
import {
  contextValues,
  readOptions,
  readPipelineOptions,
  refuseUnknownContext,
} from '../../../infra/cloud/context.ts'

const nodeOf = (context: Record<string, unknown>) => new App({ context }).node

describe('options from the context', () => {
  test('are read by their types from a command line, where every value is text', () => {
    const options = readOptions(
      nodeOf({
        region: 'andorra',
        engineDiskMebibytes: '2048',
        requestsPerSecond: '3000',
        domainName: 'api.example.org',
        certificateArn: 'arn:x',
        hostedZoneId: 'Z1',
        hostedZoneName: 'example.org',
        alarmEmail: 'ops@example.org',
        weather: 'off',
        requestsPerKey: '20',
        concurrencyPerOperation: '0',
        monthlyBudgetUsd: '250',
        customerKey: 'true',
        keepData: 'false',
        gatewayLogRole: false,
        logRetentionDays: 90,
      }),
    )
    expect(options).toMatchObject({
      region: 'andorra',
      engineDiskMebibytes: 2048,
      throttle: { requestsPerSecond: 3000, burst: 5000 },
      domain: {
        name: 'api.example.org',
        certificateArn: 'arn:x',
        hostedZone: { id: 'Z1', name: 'example.org' },
      },
      alarms: { email: 'ops@example.org', monthlyBudgetUsd: 250 },
      weather: 'off',
      requestsPerKey: { perSecond: 20, burst: 80 },
      concurrencyPerOperation: 0,
      customerKey: true,
      keepData: false,
      gatewayLogRole: false,
      logRetention: 90,
    })
    expect(options.architecture).toBeUndefined()
  })

  test.each([
    [{}, undefined],
    [{ requestsPerKey: '10' }, { perSecond: 10, burst: 40 }],
    [{ burstPerKey: '10' }, { perSecond: 50, burst: 10 }],
    [{ requestsPerKey: '0' }, { perSecond: 0, burst: 0 }],
  ])('turn %o into the limit of a key', (context, limit) => {
    expect(readOptions(nodeOf({ region: 'a', ...context })).requestsPerKey).toEqual(limit)
  })

  test('name a language model, with its address, region and secret', () => {
    expect(readOptions(nodeOf({ region: 'a' })).model).toBeUndefined()
    const context = { region: 'a', model: 'openai:m', modelUrl: 'https://x', modelKeySecret: 's' }
    expect(readOptions(nodeOf(context)).model).toEqual({
      name: 'openai:m',
      url: 'https://x',
      keySecret: 's',
    })
    expect(
      readOptions(nodeOf({ region: 'a', model: 'bedrock:m', modelRegion: 'us-east-1' })).model,
    ).toEqual({ name: 'bedrock:m', region: 'us-east-1' })
  })

  test('add a site on request, under a name with its certificate', () => {
    const siteOf = (context: object) => readOptions(nodeOf({ region: 'a', ...context })).site
    expect([siteOf({}), siteOf({ site: 'false' }), siteOf({ site: true })]).toEqual([
      undefined,
      false,
      true,
    ])
    const named = { site: 'true', siteDomainName: 'maps.example.org', siteCertificateArn: 'arn:x' }
    expect(siteOf(named)).toEqual({ domain: { name: 'maps.example.org', certificateArn: 'arn:x' } })
  })

  test('accept the ARN of an existing customer key', () => {
    const arn = 'arn:aws:kms:eu-central-1:111111111111:key/x'
    expect(readOptions(nodeOf({ region: 'a', customerKey: arn })).customerKey).toBe(arn)
  })

  test.each([
    [{}, 'region is not set: '],
    [{ region: 'a', engineDiskMebibytes: 'much' }, 'engineDiskMebibytes must be a number'],
    [{ region: 'a', modelUrl: 'https://x' }, 'model is not set, and modelUrl, modelRegion or'],
    [{ region: 'a', siteDomainName: 'x' }, 'site is not true, and siteDomainName is set'],
    [{ region: 'a', site: true, siteDomainName: 'x' }, 'siteCertificateArn is not set, and site'],
    [{ region: 'a', keepData: 'no' }, 'keepData must be true or false'],
    [{ region: 'a', domainName: 'x' }, 'certificateArn is not set, and domainName is'],
    [
      { region: 'a', domainName: 'x', certificateArn: 'y', hostedZoneId: 'z' },
      'hostedZoneName is not set, and hostedZoneId is',
    ],
  ])('are refused in one sentence: %o', (context, sentence) => {
    expect(() => readOptions(nodeOf(context))).toThrow(sentence)
  })

  test('add a pipeline when a repository is named, and require its connection', () => {
    expect(readPipelineOptions(nodeOf({ region: 'a' }))).toBeUndefined()
    const repository = { region: 'a', pipelineRepository: 'someone/cairn' }
    expect(() => readPipelineOptions(nodeOf(repository))).toThrow('pipelineConnectionArn is not')
    expect(
      readPipelineOptions(nodeOf({ ...repository, pipelineConnectionArn: 'arn:x' })),
    ).toMatchObject({ repository: 'someone/cairn', production: { region: 'a' } })
  })

  test('are refused when mistyped, unless they belong to the CDK or to this project', () => {
    const { context } = JSON.parse(readFileSync('cdk.json', 'utf8'))
    expect(() => refuseUnknownContext(nodeOf(context))).not.toThrow()
    expect(() => refuseUnknownContext(nodeOf({ alarmMail: 'x' }))).toThrow(
      '"alarmMail" is no option of a deployment; there are: region, name,',
    )
  })

  test('are all listed in docs/deploy.md', () => {
    const page = readFileSync('docs/deploy.md', 'utf8')
    for (const name of Object.keys(contextValues)) expect(page).toContain(`\`${name}\``)
  })
})

test('the app reports a wrong option in one line, and writes no files', () => {
  const outdir = mkdtempSync(join(tmpdir(), 'cairn-app-'))
  const { status, stderr } = spawnSync(process.execPath, ['infra/cloud/app.ts'], {
    encoding: 'utf8',
    env: { ...process.env, CDK_OUTDIR: outdir, CDK_CONTEXT_JSON: '{"region":"demo","name":"9"}' },
  })
  expect(status).toBe(1)
  expect(stderr.trim()).toBe('Cairn: name must be letters, digits and hyphens, not "9"')
  expect(readdirSync(outdir)).toEqual([])
})
