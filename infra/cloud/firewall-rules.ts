import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import {
  type GatewayResponseType,
  gatewayResponses,
  maxQueryBytes,
  type Operation,
  queryTooLargeMessage,
} from '#platform/api'
import { toolServer } from '../../functions/mcp/route.ts'
import { stageName } from './http-api.ts'

/** Matches a whole number over 6 MiB (6,291,456), the maximum of an invocation. */
export const overSixMebibytes =
  '^0*([1-9][0-9]{7,}|[7-9][0-9]{6}|6[3-9][0-9]{5}|629[2-9][0-9]{3}|6291[5-9][0-9]{2}|62914[6-9][0-9]|629145[7-9])$'

/** Form of an API key. A test compares it with the authorizer's. */
export const wellFormedKey = '^sk_live_[0-9A-Za-z]{40}$'

/** Form of an API key as a Bearer token, for the tool server. */
export const wellFormedBearer = '^[Bb][Ee][Aa][Rr][Ee][Rr] +sk_live_[0-9A-Za-z]{40}$'

/**
 * Rules of the common set that only count, because valid calls break them: bodies over 8 KB (a trace of 20,000 points),
 * query strings over 2 KB (a long text; our own rule limits them), clients without a user agent, and texts in bodies
 * and query strings that look like scripts, paths or files. The set's limits for paths (1,024 bytes) and cookies
 * (10,240) apply: the longest path without parameters has 37 bytes, and calls never need a cookie.
 */
const countedOnly = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'NoUserAgent_HEADER',
  'CrossSiteScripting_BODY',
  'CrossSiteScripting_QUERYARGUMENTS',
  'GenericLFI_BODY',
  'GenericLFI_QUERYARGUMENTS',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS',
]

/** Refusals of the firewall, by name. Their bodies have no request id, because the firewall does not know one. */
const refusals = {
  REQUEST_TOO_LARGE: makeRefusal('REQUEST_TOO_LARGE'),
  QUERY_TOO_LARGE: makeRefusal('REQUEST_TOO_LARGE', queryTooLargeMessage),
  THROTTLED: makeRefusal('THROTTLED'),
  UNAUTHORIZED: makeRefusal('UNAUTHORIZED'),
  METHOD_NOT_ALLOWED: makeRefusal('METHOD_NOT_ALLOWED'),
}

export const customResponseBodies = Object.fromEntries(
  Object.entries(refusals).map(([name, { body }]) => [
    name,
    { contentType: 'APPLICATION_JSON', content: JSON.stringify(body) },
  ]),
)

export interface FirewallRulesOptions {
  /** Prefix of the metric names. */
  metric: string
  operations: readonly Pick<Operation, 'method' | 'path'>[]
  requestsPerAddress: number
  /** Secret that the site's distribution sends in {@link siteHeader}, if there is a site. */
  siteSecret?: string | undefined
}

/** Headers of calls through the site's distribution: the shared secret, and the viewer's address. */
export const siteHeader = 'x-cairn-site'
export const viewerHeader = 'x-cairn-viewer'

/**
 * Builds the rules in order; the first that blocks decides. The rate rule precedes the cheap refusals, so that refused
 * requests count too.
 */
export function buildFirewallRules(options: FirewallRulesOptions): CfnWebACL.RuleProperty[] {
  const { metric, operations, requestsPerAddress: limit, siteSecret } = options
  const rate = { limit, evaluationWindowSec: 300 }
  const rules = [
    useManagedGroup('reputation', 'AWSManagedRulesAmazonIpReputationList'),
    {
      name: 'size',
      statement: matchRegex({ singleHeader: { Name: 'content-length' } }, overSixMebibytes),
      action: blockWith('REQUEST_TOO_LARGE'),
    },
    {
      name: 'query-size',
      statement: {
        sizeConstraintStatement: {
          fieldToMatch: { queryString: {} },
          comparisonOperator: 'GT',
          size: maxQueryBytes,
          textTransformations: asSent,
        },
      },
      action: blockWith('QUERY_TOO_LARGE'),
    },
    {
      name: 'rate',
      statement: {
        rateBasedStatement: {
          aggregateKeyType: 'IP',
          ...rate,
          ...(siteSecret && { scopeDownStatement: negate(matchSite(siteSecret)) }),
        },
      },
      action: blockWith('THROTTLED'),
    },
    ...(siteSecret ? [limitSiteRate(rate, siteSecret)] : []),
    ...refuseOtherMethods([...operations, toolServer, ...healthPages]),
    {
      name: 'key',
      statement: {
        andStatement: {
          statements: [matchAny(matchOperations(operations)), negate(keyStatement)],
        },
      },
      action: blockWith('UNAUTHORIZED'),
    },
    {
      name: 'tool-key',
      statement: {
        andStatement: {
          statements: [
            matchCall(toolServer.method, matchPaths([toolServer.path])),
            negate(keyStatement),
            negate(bearerStatement),
          ],
        },
      },
      action: blockWith('UNAUTHORIZED'),
    },
    useManagedGroup('bad-inputs', 'AWSManagedRulesKnownBadInputsRuleSet'),
    useManagedGroup('common', 'AWSManagedRulesCommonRuleSet', countedOnly),
  ]
  return rules.map((rule, priority) => ({
    ...rule,
    priority,
    visibilityConfig: makeVisibility(`${metric}-${rule.name}`),
  }))
}

interface Route {
  method: string
  path: string
}

/** Pages of the gateway that are not operations. */
const healthPages: readonly Route[] = ['/health', '/health/deep'].map((path) => ({
  method: 'GET',
  path,
}))

/**
 * Builds the rules that answer 405: one for each set of methods that a path allows. The gateway could do it too, but
 * that takes one more resource of the stack for each path.
 */
function refuseOtherMethods(routes: readonly Route[]) {
  const methods = groupBy(routes, ({ path }) => path)
  const paths = groupBy([...methods], ([, pathRoutes]) =>
    pathRoutes
      .map(({ method }) => method)
      .sort()
      .join(', '),
  )
  return [...paths].map(([allow, pathEntries]) => {
    const allowedMethods = allow.split(', ').map(matchMethod)
    return {
      name: `only-${allow.toLowerCase().replaceAll(', ', '-')}`,
      statement: {
        andStatement: {
          statements: [
            matchAny(matchPaths(pathEntries.map(([path]) => path))),
            negate(matchAny(allowedMethods)),
          ],
        },
      },
      action: blockWith('METHOD_NOT_ALLOWED', [{ name: 'allow', value: allow }]),
    }
  })
}

/**
 * Builds the rate rule for calls through the site's distribution. They arrive from CloudFront's addresses, so the rule
 * counts by the viewer's address.
 */
function limitSiteRate(rate: { limit: number; evaluationWindowSec: number }, siteSecret: string) {
  const viewer = { header: { name: viewerHeader, textTransformations: asSent } }
  const rateBasedStatement = {
    aggregateKeyType: 'CUSTOM_KEYS',
    customKeys: [viewer],
    ...rate,
    scopeDownStatement: matchSite(siteSecret),
  }
  return { name: 'site-rate', statement: { rateBasedStatement }, action: blockWith('THROTTLED') }
}

function matchSite(searchString: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { singleHeader: { Name: siteHeader } },
      positionalConstraint: 'EXACTLY',
      searchString,
      textTransformations: asSent,
    },
  }
}

export function makeVisibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true, metricName }
}

const asSent = [{ priority: 0, type: 'NONE' }]

function matchRegex(fieldToMatch: CfnWebACL.FieldToMatchProperty, regexString: string) {
  return { regexMatchStatement: { fieldToMatch, regexString, textTransformations: asSent } }
}

const keyStatement = matchRegex({ singleHeader: { Name: 'x-api-key' } }, wellFormedKey)
const bearerStatement = matchRegex({ singleHeader: { Name: 'authorization' } }, wellFormedBearer)

/** Negates a statement. The result is also true for a missing header, because a missing part does not match in WAF. */
function negate(statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty {
  return { notStatement: { statement } }
}

/** Matches the operations by method. Earlier rules refuse other methods, and the gateway refuses other paths. */
function matchOperations(
  operations: FirewallRulesOptions['operations'],
): CfnWebACL.StatementProperty[] {
  return [...groupBy(operations, ({ method }) => method)].map(([method, methodRoutes]) =>
    matchCall(method, matchPaths(methodRoutes.map(({ path }) => path))),
  )
}

function matchCall(
  method: string,
  paths: readonly CfnWebACL.StatementProperty[],
): CfnWebACL.StatementProperty {
  return { andStatement: { statements: [matchMethod(method), matchAny(paths)] } }
}

function matchMethod(method: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { method: {} },
      positionalConstraint: 'EXACTLY',
      searchString: method,
      textTransformations: asSent,
    },
  }
}

/** Matches any of the statements. WAF requires at least two in an OR statement. */
function matchAny(statements: readonly CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  return statements.length === 1 ? statements[0]! : { orStatement: { statements: [...statements] } }
}

/** Maximum characters of a regular expression in WAF. */
const maxExpression = 512

/** Matches any of the paths, split into several expressions where one would be too long. */
function matchPaths(paths: readonly string[]): CfnWebACL.StatementProperty[] {
  const groups: string[][] = []
  for (const path of paths) {
    const last = groups.at(-1)
    if (last && buildPathPattern([...last, path]).length <= maxExpression) last.push(path)
    else groups.push([path])
  }
  return groups.map((group) => matchRegex({ uriPath: {} }, buildPathPattern(group)))
}

/**
 * Builds an expression that matches any of the paths, with or without the stage name in front. Custom domains omit it.
 */
export function buildPathPattern(paths: readonly string[]): string {
  // Paths of operations share a prefix.
  const common = paths.every((path) => path.startsWith('/v1/')) ? '/v1/' : '/'
  const ends = paths.map((path) => path.slice(common.length).replace(/\{\w+\}/g, '[^/]+'))
  return `^(/${stageName})?${common}(${ends.join('|')})/?$`
}

/** Groups items by key, like `Map.groupBy`, which Node 20 lacks: the construct runs there. */
function groupBy<T, K>(items: readonly T[], selectKey: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = selectKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function useManagedGroup(name: string, group: string, countedOnly: readonly string[] = []) {
  return {
    name,
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name: group,
        ...(countedOnly.length > 0 && {
          ruleActionOverrides: countedOnly.map((name) => ({ name, actionToUse: { count: {} } })),
        }),
      },
    },
    overrideAction: { none: {} },
  }
}

function makeRefusal(type: GatewayResponseType, message?: string) {
  const { status, headers, body } = gatewayResponses[type]
  return {
    status,
    retryAfter: headers['retry-after'],
    body: { ...body, ...(message && { message }) },
  }
}

function blockWith(
  name: keyof typeof refusals,
  headers: readonly { name: string; value: string }[] = [],
): CfnWebACL.RuleActionProperty {
  const { status, retryAfter } = refusals[name]
  const responseHeaders = [
    ...headers,
    ...(retryAfter ? [{ name: 'retry-after', value: retryAfter }] : []),
  ]
  return {
    block: {
      customResponse: {
        responseCode: status,
        customResponseBodyKey: name,
        ...(responseHeaders.length > 0 && { responseHeaders }),
      },
    },
  }
}
