import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib'
import type { Stage } from 'aws-cdk-lib/aws-apigateway'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import type { Operation } from '../../lib/api/index.ts'
import { customResponseBodies, firewallRules, watched } from './firewall-rules.ts'
import type { CairnSettings } from './settings.ts'

export interface FirewallProps {
  settings: CairnSettings
  stage: Stage
  operations: readonly Operation[]
  /** Encrypts the log. */
  key: IKey | undefined
}

/** The web firewall before the API: sizes, rates, well-formed keys, and AWS's own lists of rules. */
export class Firewall extends Construct {
  readonly metric: string
  readonly acl: CfnWebACL

  constructor(scope: Construct, id: string, { settings, stage, operations, key }: FirewallProps) {
    super(scope, id)
    this.metric = `${settings.name}-firewall`
    const { requestsPerAddress } = settings
    this.acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: watched(this.metric),
      customResponseBodies,
      // Sampled requests show headers: the key is replaced in them and in every log.
      dataProtectionConfig: {
        dataProtections: [
          {
            action: 'SUBSTITUTION',
            field: { fieldType: 'SINGLE_HEADER', fieldKeys: ['x-api-key'] },
          },
        ],
      },
      rules: firewallRules({ metric: this.metric, operations, requestsPerAddress }),
    })
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: stage.stageArn,
      webAclArn: this.acl.attrArn,
    })
    this.#logBlockedRequests(settings, key)
  }

  #logBlockedRequests({ name, logRetention }: CairnSettings, key: IKey | undefined): void {
    // WAF writes to no log of another name.
    const logGroupName = `aws-waf-logs-${name}`
    const log = new LogGroup(this, 'Log', {
      logGroupName,
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(key && { encryptionKey: key }),
    })
    const logging = new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn: this.acl.attrArn,
      // The log's own attribute ends with `:*`, which WAF does not take.
      logDestinationConfigs: [
        Stack.of(this).formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      // Texts in query strings are addresses of people.
      redactedFields: [{ singleHeader: { Name: 'x-api-key' } }, { queryString: {} }],
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
