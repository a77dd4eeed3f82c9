import { Duration } from 'aws-cdk-lib'
import {
  HeadersFrameOption,
  HeadersReferrerPolicy,
  type ResponseHeadersPolicyProps,
} from 'aws-cdk-lib/aws-cloudfront'
import { pageHeaders } from '../../web/index.ts'

/** Headers of every answer of the distribution. */
const everywhere = {
  strictTransportSecurity: {
    accessControlMaxAge: Duration.days(365),
    // The domain's owner may use other names below this one, which the rule must not affect.
    includeSubdomains: false,
    override: true,
  },
  contentTypeOptions: { override: true },
  referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
}

/** Headers of answers of the API and the map. */
export const answerHeaders: ResponseHeadersPolicyProps = { securityHeadersBehavior: everywhere }

/** Returns the headers of pages and their files, as the local server sends them, with this Content-Security-Policy. */
export function buildPageHeaders(contentSecurityPolicy: string): ResponseHeadersPolicyProps {
  const own = ['cross-origin-opener-policy', 'cross-origin-resource-policy'] as const
  return {
    securityHeadersBehavior: {
      ...everywhere,
      contentSecurityPolicy: { contentSecurityPolicy, override: true },
      frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
    },
    customHeadersBehavior: {
      customHeaders: own.map((header) => ({ header, value: pageHeaders[header], override: true })),
    },
  }
}
