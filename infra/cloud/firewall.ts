import type { Stage } from 'aws-cdk-lib/aws-apigateway'
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { type GatewayResponseType, gatewayResponses } from '../../lib/api/index.ts'
import type { CairnSettings } from './settings.ts'

/** A whole number over 6 MiB (6,291,456), as text: what a function's invocation cannot carry. */
export const overSixMebibytes =
  '^0*([1-9][0-9]{7,}|[7-9][0-9]{6}|6[3-9][0-9]{5}|629[2-9][0-9]{3}|6291[5-9][0-9]{2}|62914[6-9][0-9]|629145[7-9])$'

/**
 * Rules of the common set that are only counted, because good calls break them: bodies over 8 KB
 * (a trace of 20,000 points), clients without a user agent, and addresses and questions in free text
 * that look like scripts or paths.
 */
const countedOnly = [
  'SizeRestrictions_BODY',
  'NoUserAgent_HEADER',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
]

/** The web firewall before the API: request size, AWS's common rules, and a rate for each address. */
export class Firewall extends Construct {
  readonly metric: string
  readonly acl: CfnWebACL

  constructor(scope: Construct, id: string, stage: Stage, settings: CairnSettings) {
    super(scope, id)
    this.metric = `${settings.name}-firewall`
    this.acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: watched(this.metric),
      customResponseBodies: {
        REQUEST_TOO_LARGE: bodyOf('REQUEST_TOO_LARGE'),
        THROTTLED: bodyOf('THROTTLED'),
      },
      // Sampled requests show headers: the key is replaced in them and in every log.
      dataProtectionConfig: {
        dataProtections: [
          {
            action: 'SUBSTITUTION',
            field: { fieldType: 'SINGLE_HEADER', fieldKeys: ['x-api-key'] },
          },
        ],
      },
      rules: [
        {
          name: 'size',
          priority: 0,
          statement: {
            regexMatchStatement: {
              fieldToMatch: { singleHeader: { Name: 'content-length' } },
              regexString: overSixMebibytes,
              textTransformations: [{ priority: 0, type: 'NONE' }],
            },
          },
          action: blockAs('REQUEST_TOO_LARGE'),
          visibilityConfig: watched(`${this.metric}-size`),
        },
        {
          name: 'rate',
          priority: 1,
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              limit: settings.requestsPerAddress,
              evaluationWindowSec: 300,
            },
          },
          action: blockAs('THROTTLED'),
          visibilityConfig: watched(`${this.metric}-rate`),
        },
        {
          name: 'common',
          priority: 2,
          statement: {
            managedRuleGroupStatement: {
              vendorName: 'AWS',
              name: 'AWSManagedRulesCommonRuleSet',
              ruleActionOverrides: countedOnly.map((name) => ({
                name,
                actionToUse: { count: {} },
              })),
            },
          },
          overrideAction: { none: {} },
          visibilityConfig: watched(`${this.metric}-common`),
        },
      ],
    })
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: stage.stageArn,
      webAclArn: this.acl.attrArn,
    })
  }
}

function watched(metricName: string): CfnWebACL.VisibilityConfigProperty {
  return { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true, metricName }
}

/** A refusal in the words of the one table; the firewall knows no request id to put into it. */
function bodyOf(type: GatewayResponseType): CfnWebACL.CustomResponseBodyProperty {
  return {
    contentType: 'APPLICATION_JSON',
    content: JSON.stringify(gatewayResponses[type].body),
  }
}

function blockAs(type: GatewayResponseType): CfnWebACL.RuleActionProperty {
  const { status, headers } = gatewayResponses[type]
  const retryAfter = headers['retry-after']
  return {
    block: {
      customResponse: {
        responseCode: status,
        customResponseBodyKey: type,
        ...(retryAfter ? { responseHeaders: [{ name: 'retry-after', value: retryAfter }] } : {}),
      },
    },
  }
}
