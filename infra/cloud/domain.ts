import { EndpointType, type RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets'
import type { Construct } from 'constructs'
import { tlsPolicy } from './http-api.ts'
import type { DomainOptions } from './options.ts'

/**
 * Serves the API under a custom domain, and creates its DNS record if a hosted zone is configured.
 *
 * @returns Host name to which the domain's DNS record must point.
 */
export function addDomain(
  scope: Construct,
  api: RestApi,
  { name, certificateArn, hostedZone }: DomainOptions,
): string {
  const domain = api.addDomainName('Domain', {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    ...tlsPolicy,
  })
  const target = domain.domainNameAliasDomainName
  if (!hostedZone) return target
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  })
  new ARecord(scope, 'Record', {
    zone,
    // The dot makes the name absolute, so that the zone is not appended.
    recordName: `${name}.`,
    target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
  })
  return target
}
