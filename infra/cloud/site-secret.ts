import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'

/**
 * What the site's distribution and the firewall alone know: by it the firewall tells calls through the distribution,
 * whose address is in a header, from others, who could write any address there. It opens nothing.
 */
export class SiteSecret extends Construct {
  /** A reference that CloudFormation resolves: the template does not have the text. */
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
