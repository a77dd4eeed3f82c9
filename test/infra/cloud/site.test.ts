import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Match, type Template } from 'aws-cdk-lib/assertions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { S3Storage } from '#platform/storage/s3'
import { operations } from '../../../functions/operations.ts'
import { findPage, nameViewer } from '../../../infra/cloud/site-functions.ts'
import { buildExplorerPolicy, siteWriter, staticPolicy } from '../../../web/index.ts'
import { type Synthesis, synthesise } from '../../fixtures/synthesis.ts'

const domain = {
  name: 'maps.example.org',
  certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/x',
}

let plain: Synthesis
let api: Template
let data: Template
let withDomain: Template
beforeAll(() => {
  // With checks, a synthesis throws on every unexplained finding of the rule packs.
  const synthesis = synthesise({ site: true }, { checked: true })
  api = synthesis.api
  data = synthesis.data
  const env = { account: '111111111111', region: 'eu-central-1' }
  withDomain = synthesise({ site: { domain }, customerKey: true }, { checked: true, env }).api
  plain = synthesise()
})

// biome-ignore lint/suspicious/noExplicitAny: templates are looked into at will.
type Properties = Record<string, any>
const allOf = (type: string, template = api): [string, Properties][] =>
  Object.entries(template.findResources(type)).map(([id, { Properties }]) => [id, Properties])
const idOf = (type: string, part: string) => allOf(type).find(([id]) => id.includes(part))![0]
const configOf = (template = api): Properties =>
  allOf('AWS::CloudFront::Distribution', template)[0]![1].DistributionConfig
const behaviorOf = (path: string): Properties =>
  path === '*'
    ? configOf().DefaultCacheBehavior
    : configOf().CacheBehaviors.find(({ PathPattern }: Properties) => PathPattern === path)
const originOf = (path: string): Properties =>
  configOf().Origins.find(({ Id }: Properties) => Id === behaviorOf(path).TargetOriginId)
/** Returns the headers that CloudFront adds to the answers of a path. */
const headersOf = (path: string): Properties => {
  const id = behaviorOf(path).ResponseHeadersPolicyId.Ref
  return api.findResources('AWS::CloudFront::ResponseHeadersPolicy')[id]!.Properties
    .ResponseHeadersPolicyConfig
}

/** Returns the text of a template, with `<name>` for values known only at deployment. */
const textOf = (value: Properties | string): string => {
  if (typeof value === 'string') return value
  const [[kind, of]] = Object.entries(value) as [[string, Properties]]
  return kind === 'Fn::Join' ? of[1].map(textOf).join('') : `<${[of].flat().join('.')}>`
}
/** Returns the name of the jobs bucket as imported by the stack of the site. */
const jobsBucket = () => {
  const [name] = Object.keys(data.findOutputs('*', { Value: { Ref: jobsBucketId() } })).filter(
    (id) => id.startsWith('ExportsOutputRef'),
  )
  return `<Cairn-data:${name}>`
}
const jobsBucketId = () =>
  Object.keys(data.findResources('AWS::S3::Bucket')).find((id) => id.startsWith('JobsDataFiles'))!
const uploadOrigin = () => `https://${jobsBucket()}.s3.<AWS::Region>.<AWS::URLSuffix>`

const keyed = ['/v1/*', '/mcp', '/health']
const paths = ['*', '/docs*', '/map/session.json', '/map/*', ...keyed]

test('a deployment has no site unless one is requested', () => {
  plain.api.resourceCountIs('AWS::CloudFront::Distribution', 0)
  plain.api.resourceCountIs('AWS::S3::Bucket', 0)
  expect(plain.cairn.site).toBeUndefined()
  expect(plain.api.findOutputs('SiteUrl')).toEqual({})
})

describe('the bucket of the site', () => {
  test('is encrypted, and closed to the public, to plain HTTP and to old TLS', () => {
    api.resourceCountIs('AWS::S3::Bucket', 1)
    api.hasResourceProperties('AWS::S3::Bucket', {
      BucketEncryption: {
        ServerSideEncryptionConfiguration: [
          { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
        ],
      },
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      WebsiteConfiguration: Match.absent(),
      AccessControl: Match.absent(),
    })
    const [[, { PolicyDocument }]] = allOf('AWS::S3::BucketPolicy') as [[string, Properties]]
    const denials = PolicyDocument.Statement.filter(({ Effect }: Properties) => Effect === 'Deny')
    expect(denials.map(({ Condition }: Properties) => Condition)).toEqual([
      { Bool: { 'aws:SecureTransport': 'false' } },
      { NumericLessThan: { 's3:TlsVersion': 1.2 } },
    ])
  })

  test('is read only by this distribution, which signs its requests', () => {
    const [[, { PolicyDocument }]] = allOf('AWS::S3::BucketPolicy') as [[string, Properties]]
    const allowed = PolicyDocument.Statement.filter(({ Effect }: Properties) => Effect === 'Allow')
    const toCloudFront = allowed.filter(
      ({ Principal }: Properties) => Principal.Service === 'cloudfront.amazonaws.com',
    )
    expect(toCloudFront).toHaveLength(1)
    expect(toCloudFront[0].Action).toEqual(['s3:GetObject', 's3:ListBucket'])
    expect(JSON.stringify(toCloudFront[0].Condition.StringEquals)).toContain(
      `{"Ref":"${idOf('AWS::CloudFront::Distribution', 'Site')}"}`,
    )
    for (const { Principal } of allowed) expect(JSON.stringify(Principal)).not.toContain('*')
    for (const path of ['*', '/docs*']) {
      const { S3OriginConfig, OriginAccessControlId } = originOf(path)
      expect(S3OriginConfig.OriginAccessIdentity).toBe('')
      const control = OriginAccessControlId['Fn::GetAtt'][0]
      expect(
        api.findResources('AWS::CloudFront::OriginAccessControl')[control]!.Properties
          .OriginAccessControlConfig,
      ).toMatchObject({
        OriginAccessControlOriginType: 's3',
        SigningBehavior: 'always',
        SigningProtocol: 'sigv4',
      })
    }
  })
})

describe('the distribution', () => {
  test('uses HTTP/2 and 3, compresses pages, and starts with the explorer', () => {
    expect(configOf()).toMatchObject({
      DefaultRootObject: 'index.html',
      HttpVersion: 'http2and3',
      Enabled: true,
    })
    expect(configOf().CustomErrorResponses).toBeUndefined()
    for (const path of ['*', '/docs*']) {
      expect(behaviorOf(path)).toMatchObject({
        AllowedMethods: ['GET', 'HEAD'],
        Compress: true,
        ViewerProtocolPolicy: 'redirect-to-https',
      })
    }
  })

  test('accepts a custom domain name with TLS 1.2 of 2021 and later', () => {
    expect(configOf(withDomain)).toMatchObject({
      Aliases: [domain.name],
      ViewerCertificate: {
        AcmCertificateArn: domain.certificateArn,
        MinimumProtocolVersion: 'TLSv1.2_2021',
        SslSupportMethod: 'sni-only',
      },
    })
    expect(withDomain.findOutputs('SiteUrl').SiteUrl!.Value).toBe('https://maps.example.org/')
    expect(withDomain.findOutputs('SiteDomainTarget')).toHaveProperty('SiteDomainTarget')
    expect(JSON.stringify(api.findOutputs('SiteUrl').SiteUrl!.Value)).toContain('DomainName')
  })

  test.each(keyed)(
    'forwards %s to the API uncached, with every method, and every header but the host',
    (path) => {
      expect(behaviorOf(path)).toMatchObject({
        AllowedMethods: expect.arrayContaining(['GET', 'POST', 'DELETE', 'OPTIONS']),
        // Ids of AWS's policies CachingDisabled and AllViewerExceptHostHeader.
        CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
        OriginRequestPolicyId: 'b689b0a8-53d0-40ab-baf2-68738e2966ac',
        ViewerProtocolPolicy: 'https-only',
      })
      const { OriginPath, CustomOriginConfig } = originOf(path)
      expect(JSON.stringify(OriginPath)).toContain('Stage')
      expect(CustomOriginConfig).toMatchObject({
        OriginProtocolPolicy: 'https-only',
        OriginSSLProtocols: ['TLSv1.2'],
        OriginReadTimeout: 30,
      })
    },
  )

  test('covers the path of every operation', () => {
    for (const { path } of operations) expect(path).toMatch(/^\/v1\//)
  })

  test('forwards the map to its function, which answers no other caller', () => {
    expect(behaviorOf('/map/*')).toMatchObject({
      AllowedMethods: ['GET', 'HEAD'],
      CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
      Compress: false,
      ViewerProtocolPolicy: 'https-only',
    })
    expect(JSON.stringify(originOf('/map/*').DomainName)).toContain('FunctionUrl')
    api.hasResourceProperties('AWS::Lambda::Url', { AuthType: 'AWS_IAM' })
    const permissions = allOf('AWS::Lambda::Permission')
      .map(([, properties]) => properties)
      .filter(({ FunctionName }) => JSON.stringify(FunctionName).includes('SiteMapFunction'))
    expect(permissions.map(({ Action }) => Action).sort()).toEqual([
      'lambda:InvokeFunction',
      'lambda:InvokeFunctionUrl',
    ])
    for (const { Principal, SourceArn } of permissions) {
      expect(Principal).toBe('cloudfront.amazonaws.com')
      expect(JSON.stringify(SourceArn)).toContain('SiteDistribution')
    }
  })

  test('sends pages under the policies of the local server', () => {
    for (const [path, policy] of [
      ['*', buildExplorerPolicy({ uploadOrigin: uploadOrigin() })],
      ['/docs*', staticPolicy],
    ] as const) {
      const { SecurityHeadersConfig, CustomHeadersConfig } = headersOf(path)
      const { ContentSecurityPolicy } = SecurityHeadersConfig.ContentSecurityPolicy
      expect(textOf(ContentSecurityPolicy)).toBe(policy)
      expect(SecurityHeadersConfig).toMatchObject({
        ContentSecurityPolicy: { Override: true },
        FrameOptions: { FrameOption: 'DENY', Override: true },
      })
      expect(CustomHeadersConfig.Items).toEqual([
        { Header: 'cross-origin-opener-policy', Value: 'same-origin', Override: true },
        { Header: 'cross-origin-resource-policy', Value: 'same-origin', Override: true },
      ])
      expect(policy).not.toMatch(/unsafe|http:|\*/)
      expect(policy.match(/https:/g) ?? []).toHaveLength(path === '*' ? 1 : 0)
    }
  })

  test.each(paths)('sends HSTS, nosniff and no-referrer headers with %s', (path) => {
    expect(headersOf(path).SecurityHeadersConfig).toMatchObject({
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, Override: true },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'no-referrer', Override: true },
    })
  })
})

describe('files of jobs', () => {
  const callOf = (event: string, template = api) =>
    textOf(allOf('Custom::UploadRule', template)[0]![1][event])

  test('are accepted by the jobs bucket only from pages of the site, by POST', () => {
    const distribution = idOf('AWS::CloudFront::Distribution', 'Site')
    for (const [template, site] of [
      [api, `https://<${distribution}.DomainName>`],
      [withDomain, `https://${domain.name}`],
    ] as const) {
      const { service, action, parameters } = JSON.parse(callOf('Create', template))
      expect([service, action]).toEqual(['S3', 'PutBucketCors'])
      expect(parameters.Bucket).toBe(jobsBucket())
      expect(parameters.CORSConfiguration.CORSRules).toEqual([
        { AllowedOrigins: [site], AllowedMethods: ['POST'], MaxAgeSeconds: 3600 },
      ])
      expect(callOf('Update', template)).toBe(callOf('Create', template))
    }
    expect(JSON.parse(callOf('Delete'))).toMatchObject({ action: 'DeleteBucketCors' })
  })

  test('are allowed by a rule from a function that may do nothing else', () => {
    const [, { PolicyDocument, Roles }] = allOf('AWS::IAM::Policy').find(([id]) =>
      id.includes('UploadRule'),
    )!
    expect(PolicyDocument.Statement).toHaveLength(1)
    expect(PolicyDocument.Statement[0]).toMatchObject({ Action: 's3:PutBucketCORS' })
    expect(textOf(PolicyDocument.Statement[0].Resource)).toMatch(/JobsDataFiles\w+Arn\w+>$/)
    const policies = allOf('AWS::IAM::Policy').filter(
      ([, policy]) => JSON.stringify(policy.Roles) === JSON.stringify(Roles),
    )
    expect(policies).toHaveLength(1)
  })

  test.each(['us-east-1', 'eu-central-1'])(
    'go to the origin that upload forms in %s name',
    async (region) => {
      const credentials = { accessKeyId: 'a', secretAccessKey: 'b' }
      const storage = new S3Storage({ bucket: 'jobs-bucket', client: { region, credentials } })
      const key = 'jobs/in/a'
      const { url } = await storage.presignUpload(key, { maxBytes: 1, expiresInSeconds: 60 })
      const signed = uploadOrigin()
        .replace(jobsBucket(), 'jobs-bucket')
        .replace('<AWS::Region>', region)
        .replace('<AWS::URLSuffix>', 'amazonaws.com')
      expect(new URL(url).origin).toBe(signed)
      storage.close()
    },
  )
})

describe('the function of the map', () => {
  test('may read the files that maps are drawn from, and nothing else', () => {
    const [, { PolicyDocument }] = allOf('AWS::IAM::Policy').find(([id]) => id.includes('SiteMap'))!
    const statements: Properties[] = PolicyDocument.Statement
    const actions = statements.flatMap(({ Action }) => [Action].flat())
    expect([...new Set(actions)].sort()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      's3:GetObject',
      's3:ListBucket',
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ])
    const read = statements.find(({ Action }) => Action === 's3:GetObject')!.Resource
    const objects = read.map((arn: Properties) => arn['Fn::Join'][1].at(-1))
    expect(objects.sort()).toEqual([
      '/datasets/demo/*/manifest.json',
      '/datasets/demo/*/map.pmtiles',
      '/datasets/demo/*/terrain.tif',
      '/datasets/demo/current.json',
    ])
  })

  test('cannot use up the concurrency of the API', () => {
    const [, properties] = allOf('AWS::Lambda::Function').find(([id]) => id.includes('SiteMap'))!
    expect(properties).toMatchObject({ ReservedConcurrentExecutions: 20, MemorySize: 512 })
  })
})

describe('the rate limit of an address', () => {
  const rules = (template: Template): Properties[] =>
    allOf('AWS::WAFv2::WebACL', template)[0]![1].Rules
  const statementOf = (name: string): Properties =>
    rules(api).find(({ Name }) => Name === name)!.Statement.RateBasedStatement
  const secret = () => originOf('/v1/*').OriginCustomHeaders[0].HeaderValue

  test('counts viewers of the site, not the addresses of CloudFront', () => {
    const isFromSite = {
      ByteMatchStatement: expect.objectContaining({
        FieldToMatch: { SingleHeader: { Name: 'x-cairn-site' } },
        PositionalConstraint: 'EXACTLY',
        SearchString: secret(),
      }),
    }
    expect(statementOf('site-rate')).toMatchObject({
      AggregateKeyType: 'CUSTOM_KEYS',
      CustomKeys: [{ Header: { Name: 'x-cairn-viewer' } }],
      Limit: 18_000,
      ScopeDownStatement: isFromSite,
    })
    expect(statementOf('rate')).toMatchObject({
      AggregateKeyType: 'IP',
      ScopeDownStatement: { NotStatement: { Statement: isFromSite } },
    })
    expect(rules(plain.api).map(({ Name }) => Name)).not.toContain('site-rate')
  })

  test('recognizes the site by a secret that appears in no template, log or sample', () => {
    const [id] = allOf('AWS::SecretsManager::Secret')[0]!
    expect(secret()['Fn::Join'][1]).toEqual([
      '{{resolve:secretsmanager:',
      { Ref: id },
      ':SecretString:::}}',
    ])
    const [, { DataProtectionConfig }] = allOf('AWS::WAFv2::WebACL')[0]!
    expect(JSON.stringify(DataProtectionConfig)).toContain('"x-cairn-site"')
    const [, { RedactedFields }] = allOf('AWS::WAFv2::LoggingConfiguration')[0]!
    expect(RedactedFields).toContainEqual({ SingleHeader: { Name: 'x-cairn-site' } })
  })
})

describe('a function at the edge', () => {
  interface EdgeRequest {
    uri: string
    headers: Record<string, { value: string }>
  }
  const run = (code: string, request: EdgeRequest, ip = '192.0.2.7'): EdgeRequest =>
    new Function('event', `${code}\nreturn handler(event)`)({ viewer: { ip }, request })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ])('reports %s as viewer %s, whatever the request claims', (ip, viewer) => {
    const headers = { 'x-cairn-viewer': { value: '203.0.113.9' }, 'x-api-key': { value: 'k' } }
    const { headers: sent } = run(nameViewer, { uri: '/v1/x', headers }, ip)
    expect(sent).toEqual({ 'x-cairn-viewer': { value: viewer }, 'x-api-key': { value: 'k' } })
    expect(behaviorOf('/v1/*').FunctionAssociations).toHaveLength(1)
  })

  test.each([
    ['/docs', '/docs/index.html'],
    ['/docs/', '/docs/index.html'],
    ['/docs/reference.js', '/docs/reference.js'],
    ['/docsx', '/docsx'],
  ])('maps %s to the file %s', (uri, file) => {
    expect(run(findPage, { uri, headers: {} }).uri).toBe(file)
  })
})

describe('the files of the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-site-'))
  let names: string[]
  beforeAll(() => {
    execFileSync(process.execPath, [siteWriter, folder])
    names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('include the explorer, the reference and its document, but not the console', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        '/index.html',
        '/assets/main.js',
        '/assets/worker.js',
        '/docs/index.html',
        '/docs/swagger-ui-bundle.js',
        '/openapi.json',
      ]),
    )
    expect(names.filter((name) => /console/.test(name))).toEqual([])
    const document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))
    for (const { path } of operations) expect(document.paths).toHaveProperty([path])
  })

  test('report that the session has no key, before the function of the map is called', () => {
    const session = readFileSync(join(folder, 'map/session.json'), 'utf8')
    expect(JSON.parse(session)).toEqual({ key: null })
    const patterns = configOf().CacheBehaviors.map(({ PathPattern }: Properties) => PathPattern)
    expect(patterns.indexOf('/map/session.json')).toBeLessThan(patterns.indexOf('/map/*'))
    expect(originOf('/map/session.json')).toEqual(originOf('*'))
  })

  test('include everything that their pages name', () => {
    for (const page of ['/index.html', '/docs/index.html']) {
      const text = readFileSync(join(folder, page), 'utf8')
      const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name!)
      expect(named.length).toBeGreaterThan(2)
      expect(named.filter((name) => !names.includes(name))).toEqual([])
    }
  })

  test('contain neither a key nor a link to another host', () => {
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'latin1')
      expect(text, name).not.toMatch(/sk_live_[0-9A-Za-z]{40}/)
      if (/\.html$/.test(name)) expect(text, name).not.toMatch(/(src|href)="(https?:)?\/\//)
    }
  })
})
