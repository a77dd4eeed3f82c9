import { CfnOutput } from 'aws-cdk-lib'
import { EndpointType, type RestApi, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { ApiGatewayDomain } from 'aws-cdk-lib/aws-route53-targets'
import type { Construct } from 'constructs'
import type { DomainOptions } from './options.ts'

/** Serves the API under a name of its own, and puts its record into the zone where one is given. */
export function addDomain(
  scope: Construct,
  api: RestApi,
  { name, certificateArn, hostedZone }: DomainOptions,
): void {
  const domain = api.addDomainName('Domain', {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  })
  new CfnOutput(scope, 'DomainTarget', { value: domain.domainNameAliasDomainName })
  if (!hostedZone) return
  const zone = HostedZone.fromHostedZoneAttributes(scope, 'Zone', {
    hostedZoneId: hostedZone.id,
    zoneName: hostedZone.name,
  })
  new ARecord(scope, 'Record', {
    zone,
    recordName: `${name}.`,
    target: RecordTarget.fromAlias(new ApiGatewayDomain(domain)),
  })
}
