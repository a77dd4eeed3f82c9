import { Annotations, Duration } from 'aws-cdk-lib'
import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager'
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  type ResponseHeadersPolicyProps,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront'
import {
  FunctionUrlOrigin,
  RestApiOrigin,
  S3BucketOrigin,
} from 'aws-cdk-lib/aws-cloudfront-origins'
import { FunctionUrlAuthType } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { toolServer } from '../../functions/mcp/route.ts'
import { buildExplorerPolicy, staticPolicy } from '../../web/index.ts'
import { acknowledge } from './acknowledge.ts'
import { ApiFunction } from './api-function.ts'
import type { CairnData } from './data.ts'
import { siteHeader } from './firewall-rules.ts'
import type { JobsData } from './jobs-data.ts'
import { type CairnSettings, mapConcurrency } from './settings.ts'
import { SiteBucket } from './site-bucket.ts'
import { findPage, nameViewer } from './site-functions.ts'
import { answerHeaders, buildPageHeaders } from './site-headers.ts'
import { UploadRule } from './upload-rule.ts'

export interface ExplorerSiteProps {
  settings: CairnSettings
  data: CairnData
  jobs: JobsData
  api: RestApi
  /** Secret that proves to the firewall that a call comes through the distribution. */
  secret: string
}

/** The explorer and the reference, with the API and the map of the region under the same address. */
export class ExplorerSite extends Construct {
  readonly distribution: Distribution
  /** Function that answers `/map/*`. */
  readonly map: ApiFunction
  /** URL of the explorer. */
  readonly url: string

  constructor(scope: Construct, id: string, props: ExplorerSiteProps) {
    super(scope, id)
    const { settings, data, jobs } = props
    this.map = new ApiFunction(this, 'Map', {
      id: 'map',
      description: 'Cairn: GET /map/*',
      settings,
      bindings: [data.regionMap(this)],
      memoryMebibytes: 512,
      timeoutSeconds: 10,
      reservedConcurrency: settings.concurrencyPerOperation > 0 ? mapConcurrency : 0,
      key: data.key,
    })
    const pages = this.#buildPageBehavior(
      'Page',
      buildExplorerPolicy({ uploadOrigin: jobs.uploadOrigin }),
    )
    const bucket = S3BucketOrigin.withOriginAccessControl(
      new SiteBucket(this, 'Bucket', settings).bucket,
      // With LIST, a missing file is 404 instead of 403.
      { originAccessLevels: [AccessLevel.READ, AccessLevel.LIST] },
    )
    const answers = this.#createHeaders('AnswerHeaders', answerHeaders)
    const api = this.#buildApiBehavior(props, answers)
    const domain = typeof settings.site === 'object' ? settings.site.domain : undefined
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `${settings.name}: explorer and reference`,
      defaultRootObject: 'index.html',
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(domain && {
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        domainNames: [domain.name],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      }),
      defaultBehavior: { origin: bucket, ...pages },
      additionalBehaviors: {
        '/v1/*': api,
        [toolServer.path]: api,
        '/health': api,
        // A static file that reports that there is no session.
        '/map/session.json': { origin: bucket, ...pages },
        '/map/*': this.#buildMapBehavior(answers),
        '/docs*': {
          origin: bucket,
          ...this.#buildPageBehavior('Reference', staticPolicy, findPage),
        },
      },
    })
    const origin = `https://${domain?.name ?? this.distribution.domainName}`
    this.url = `${origin}/`
    new UploadRule(this, 'UploadRule', { settings, bucket: jobs.bucket, origin })
    Annotations.of(this.distribution).acknowledgeWarning(
      '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
      'There is a default root object.',
    )
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'A map of roads is for everybody.',
      'AwsSolutions-CFR2':
        'The firewall is before the API, also for calls through the distribution; pages are files, and the map has its own concurrency.',
      'AwsSolutions-CFR3':
        'Its log would have the query strings, which contain addresses of people. The access log of the API has the calls without them.',
      ...(!domain && {
        'AwsSolutions-CFR4':
          'CloudFront fixes the protocols of its own certificate; with siteDomainName they are TLS 1.2 of 2021 and later.',
      }),
    })
  }

  /** Builds the behavior that serves the bucket's files, compressed, with a Content-Security-Policy. */
  #buildPageBehavior(
    id: string,
    contentSecurityPolicy: string,
    code?: string,
  ): Omit<BehaviorOptions, 'origin'> {
    return {
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      // Caches a file for a second even if its Cache-Control says `no-cache`, and then revalidates it.
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.#createHeaders(
        `${id}Headers`,
        buildPageHeaders(contentSecurityPolicy),
      ),
      compress: true,
      ...(code && { functionAssociations: [this.#runAtRequest(`${id}Path`, code)] }),
    }
  }

  /** Builds the behavior of the API, uncached: all methods, and all headers except the host name. */
  #buildApiBehavior(
    { api, secret }: ExplorerSiteProps,
    responseHeadersPolicy: ResponseHeadersPolicy,
  ): BehaviorOptions {
    return {
      origin: new RestApiOrigin(api, {
        customHeaders: { [siteHeader]: secret },
        // Longer than the timeout of an operation (29 s).
        readTimeout: Duration.seconds(30),
      }),
      // A redirect would come after the key was sent in the clear.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
      functionAssociations: [this.#runAtRequest('Viewer', nameViewer)],
    }
  }

  /** Builds the behavior of the map, whose function only answers the distribution. Browsers cache it. */
  #buildMapBehavior(responseHeadersPolicy: ResponseHeadersPolicy): BehaviorOptions {
    const url = this.map.function.addFunctionUrl({ authType: FunctionUrlAuthType.AWS_IAM })
    return {
      origin: FunctionUrlOrigin.withOriginAccessControl(url),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      // A cache of ranges could mix two builds.
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
      // Tiles are compressed already, and offsets refer to the file as stored.
      compress: false,
    }
  }

  #createHeaders(id: string, props: ResponseHeadersPolicyProps): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, id, props)
  }

  #runAtRequest(id: string, code: string) {
    const edge = new EdgeFunction(this, id, {
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
    })
    return { function: edge, eventType: FunctionEventType.VIEWER_REQUEST }
  }
}
