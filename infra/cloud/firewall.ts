import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { Stage } from 'aws-cdk-lib/aws-apigateway'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Operation } from '#platform/api'
import {
  buildFirewallRules,
  customResponseBodies,
  makeVisibility,
  siteHeader,
} from './firewall-rules.ts'
import type { CairnSettings } from './settings.ts'

/** Headers that must not appear in logs and samples. */
const keyHeaders = ['x-api-key', 'authorization']

export interface FirewallProps {
  settings: CairnSettings
  stage: Stage
  /** @internal */
  operations: readonly Operation[]
  /** Key that encrypts the log. */
  key: IKey | undefined
  /** Secret that identifies the site's distribution, if there is a site. */
  siteSecret?: string | undefined
}

/** Web application firewall of the API: sizes, rates, well-formed keys, and AWS's managed rules. */
export class Firewall extends Construct {
  readonly metric: string
  readonly acl: CfnWebACL

  constructor(scope: Construct, id: string, props: FirewallProps) {
    super(scope, id)
    const { settings, stage, operations, key, siteSecret } = props
    const secretHeaders = siteSecret ? [...keyHeaders, siteHeader] : keyHeaders
    this.metric = `${settings.name}-firewall`
    const { requestsPerAddress } = settings
    this.acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: makeVisibility(this.metric),
      customResponseBodies,
      // Sampled requests include headers, so the key is masked in them and in every log.
      dataProtectionConfig: {
        dataProtections: [
          {
            action: 'SUBSTITUTION',
            field: { fieldType: 'SINGLE_HEADER', fieldKeys: secretHeaders },
          },
        ],
      },
      rules: buildFirewallRules({
        metric: this.metric,
        operations,
        requestsPerAddress,
        siteSecret,
      }),
    })
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: stage.stageArn,
      webAclArn: this.acl.attrArn,
    })
    this.#logBlockedRequests(settings, key, secretHeaders)
  }

  #logBlockedRequests(
    { name, logRetention }: CairnSettings,
    key: IKey | undefined,
    secretHeaders: readonly string[],
  ): void {
    // WAF requires this prefix.
    const logGroupName = `aws-waf-logs-${name}`
    const log = new LogGroup(this, 'Log', {
      logGroupName,
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(key && { encryptionKey: key }),
    })
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.acl.attrArn,
      // The ARN attribute of the log ends with `:*`, which WAF refuses.
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      // Query strings contain people's addresses.
      redactedFields: [
        ...secretHeaders.map((name) => ({ singleHeader: { Name: name } })),
        { queryString: {} },
      ],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
          },
        ],
      },
    })
    logging.node.addDependency(log)
  }
}
