import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'

/**
 * Secret shared by the site's distribution and the firewall. Calls through the distribution carry the viewer's address
 * in a header; the secret proves to the firewall that the header is genuine. It grants no access.
 */
export class SiteSecret extends Construct {
  /** Reference that CloudFormation resolves: the template does not contain the secret. */
  readonly text: string

  constructor(scope: Construct, id: string) {
    super(scope, id)
    const secret = new Secret(this, 'Secret', {
      description: 'Cairn: what the distribution of the site says to the firewall',
      generateSecretString: { excludePunctuation: true, passwordLength: 40 },
    })
    this.text = secret.secretValue.unsafeUnwrap()
    acknowledge(this, {
      'AwsSolutions-SMG4':
        'Distribution and firewall have to change together, by a deployment; whoever knew it could only evade the rate of an address.',
    })
  }
}
