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

/** The form of a key; a test compares it with the authorizer's. */
export const wellFormedKey = '^sk_live_[0-9A-Za-z]{40}$'

/** The same as a Bearer token, for the tool server. */
export const wellFormedBearer = '^[Bb][Ee][Aa][Rr][Ee][Rr] +sk_live_[0-9A-Za-z]{40}$'

/**
 * Rules of the common set that only count, because valid calls break them: bodies over 8 KB (a trace of
 * 20,000 points), query strings over 2 KB (a long text; our own rule limits them), clients without a user
 * agent, and texts in bodies and query strings that look like scripts, paths or files. Its limits for
 * paths (1,024 bytes) and cookies (10,240) apply: the longest path without parameters has 37 bytes, and no
 * call needs a cookie.
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

/** The answers of the firewall, by name. It has no request id for a body. */
const refusals = {
  REQUEST_TOO_LARGE: refusalOf('REQUEST_TOO_LARGE'),
  QUERY_TOO_LARGE: refusalOf('REQUEST_TOO_LARGE', queryTooLargeMessage),
  THROTTLED: refusalOf('THROTTLED'),
  UNAUTHORIZED: refusalOf('UNAUTHORIZED'),
  METHOD_NOT_ALLOWED: refusalOf('METHOD_NOT_ALLOWED'),
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
  /** What the site's distribution says in {@link siteHeader}, where there is one. */
  siteSecret?: string | undefined
}

/** Headers of calls that come through the site's distribution: that they do, and whose they are. */
export const siteHeader = 'x-cairn-site'
export const viewerHeader = 'x-cairn-viewer'

/**
 * The rules in order; the first that blocks decides. The rate rule comes before the cheap refusals, so that
 * refused requests count too.
 */
export function firewallRules(options: FirewallRulesOptions): CfnWebACL.RuleProperty[] {
  const { metric, operations, requestsPerAddress: limit, siteSecret } = options
  const rate = { limit, evaluationWindowSec: 300 }
  const rules = [
    managed('reputation', 'AWSManagedRulesAmazonIpReputationList'),
    {
      name: 'size',
      statement: matches({ singleHeader: { Name: 'content-length' } }, overSixMebibytes),
      action: block('REQUEST_TOO_LARGE'),
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
      action: block('QUERY_TOO_LARGE'),
    },
    {
      name: 'rate',
      statement: {
        rateBasedStatement: {
          aggregateKeyType: 'IP',
          ...rate,
          ...(siteSecret && { scopeDownStatement: not(isFromSite(siteSecret)) }),
        },
      },
      action: block('THROTTLED'),
    },
    ...(siteSecret ? [siteRate(rate, siteSecret)] : []),
    ...otherMethods([...operations, toolServer, ...healthPages]),
    {
      name: 'key',
      statement: {
        andStatement: {
          statements: [anyOf(callsOf(operations)), not(hasKey)],
        },
      },
      action: block('UNAUTHORIZED'),
    },
    {
      name: 'tool-key',
      statement: {
        andStatement: {
          statements: [
            callOf(toolServer.method, matchPaths([toolServer.path])),
            not(hasKey),
            not(hasBearer),
          ],
        },
      },
      action: block('UNAUTHORIZED'),
    },
    managed('bad-inputs', 'AWSManagedRulesKnownBadInputsRuleSet'),
    managed('common', 'AWSManagedRulesCommonRuleSet', countedOnly),
  ]
  return rules.map((rule, priority) => ({
    ...rule,
    priority,
    visibilityConfig: visibility(`${metric}-${rule.name}`),
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
 * Answers 405 to other methods of a path: a rule for each set of methods that a path allows. The gateway could do it
 * too, with one more resource of the stack for each path.
 */
function otherMethods(routes: readonly Route[]) {
  const methods = groupBy(routes, ({ path }) => path)
  const paths = groupBy([...methods], ([, ofPath]) =>
    ofPath
      .map(({ method }) => method)
      .sort()
      .join(', '),
  )
  return [...paths].map(([allow, ofMethods]) => {
    const isAllowed = allow.split(', ').map(isMethod)
    return {
      name: `only-${allow.toLowerCase().replaceAll(', ', '-')}`,
      statement: {
        andStatement: {
          statements: [anyOf(matchPaths(ofMethods.map(([path]) => path))), not(anyOf(isAllowed))],
        },
      },
      action: block('METHOD_NOT_ALLOWED', [{ name: 'allow', value: allow }]),
    }
  })
}

/** The rate of an address whose calls come through the site's distribution, and so from CloudFront's addresses. */
function siteRate(rate: { limit: number; evaluationWindowSec: number }, siteSecret: string) {
  const viewer = { header: { name: viewerHeader, textTransformations: asSent } }
  const rateBasedStatement = {
    aggregateKeyType: 'CUSTOM_KEYS',
    customKeys: [viewer],
    ...rate,
    scopeDownStatement: isFromSite(siteSecret),
  }
  return { name: 'site-rate', statement: { rateBasedStatement }, action: block('THROTTLED') }
}

function isFromSite(searchString: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { singleHeader: { Name: siteHeader } },
      positionalConstraint: 'EXACTLY',
      searchString,
      textTransformations: asSent,
    },
  }
}

export function visibility(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true, metricName }
}

const asSent = [{ priority: 0, type: 'NONE' }]

function matches(fieldToMatch: CfnWebACL.FieldToMatchProperty, regexString: string) {
  return { regexMatchStatement: { fieldToMatch, regexString, textTransformations: asSent } }
}

const hasKey = matches({ singleHeader: { Name: 'x-api-key' } }, wellFormedKey)
const hasBearer = matches({ singleHeader: { Name: 'authorization' } }, wellFormedBearer)

/** True for a missing header too: to WAF a missing part does not match. */
function not(statement: CfnWebACL.StatementProperty): CfnWebACL.StatementProperty {
  return { notStatement: { statement } }
}

/** Matches the operations by method. Other methods are refused before, other paths by the gateway. */
function callsOf(operations: FirewallRulesOptions['operations']): CfnWebACL.StatementProperty[] {
  return [...groupBy(operations, ({ method }) => method)].map(([method, ofMethod]) =>
    callOf(method, matchPaths(ofMethod.map(({ path }) => path))),
  )
}

function callOf(
  method: string,
  paths: readonly CfnWebACL.StatementProperty[],
): CfnWebACL.StatementProperty {
  return { andStatement: { statements: [isMethod(method), anyOf(paths)] } }
}

function isMethod(method: string): CfnWebACL.StatementProperty {
  return {
    byteMatchStatement: {
      fieldToMatch: { method: {} },
      positionalConstraint: 'EXACTLY',
      searchString: method,
      textTransformations: asSent,
    },
  }
}

/** WAF combines two statements or more. */
function anyOf(statements: readonly CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty {
  return statements.length === 1 ? statements[0]! : { orStatement: { statements: [...statements] } }
}

/** Characters of an expression that WAF accepts. */
const maxExpression = 512

/** Matches one of the paths, by as many expressions as they need. */
function matchPaths(paths: readonly string[]): CfnWebACL.StatementProperty[] {
  const groups: string[][] = []
  for (const path of paths) {
    const last = groups.at(-1)
    if (last && pathPattern([...last, path]).length <= maxExpression) last.push(path)
    else groups.push([path])
  }
  return groups.map((group) => matches({ uriPath: {} }, pathPattern(group)))
}

/** Matches one of the paths, with the stage's name before it or, on a custom domain, without. */
export function pathPattern(paths: readonly string[]): string {
  // Paths of operations begin alike.
  const common = paths.every((path) => path.startsWith('/v1/')) ? '/v1/' : '/'
  const ends = paths.map((path) => path.slice(common.length).replace(/\{\w+\}/g, '[^/]+'))
  return `^(/${stageName})?${common}(${ends.join('|')})/?$`
}

/** `Map.groupBy`, which Node 20 lacks: the construct runs there. */
function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function managed(name: string, group: string, countedOnly: readonly string[] = []) {
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

function refusalOf(type: GatewayResponseType, message?: string) {
  const { status, headers, body } = gatewayResponses[type]
  return {
    status,
    retryAfter: headers['retry-after'],
    body: { ...body, ...(message && { message }) },
  }
}

function block(
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
