import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib'
import {
  AccessLogFormat,
  AuthorizationType,
  AwsIntegration,
  type CfnRestApi,
  EndpointAccessMode,
  EndpointType,
  IdentitySource,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  RestApi,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Operation } from '#platform/api'
import { toolServer } from '../../functions/mcp/route.ts'
import { acknowledge } from './acknowledge.ts'
import { addGatewayResponses, addShallowHealth } from './gateway-responses.ts'
import { InvokingRoles } from './invoking-roles.ts'
import type { CairnSettings } from './settings.ts'

/** First segment of the API's paths, except on a custom domain. */
export const stageName = 'live'

export interface HttpApiProps {
  settings: CairnSettings
  authorizer: IFunction
  /**
   * Operations with their functions.
   * @internal
   */
  operations: readonly { operation: Operation; target: IFunction }[]
  /** Function of the tool server. */
  tools: IFunction
  /** Function that answers `GET /health/deep`, for callers with IAM credentials. */
  deepHealth: IFunction
  /** Key that encrypts the access log. */
  key: IKey | undefined
}

/** Fields of the access log. It excludes headers, since they contain keys. */
const accessLog = {
  /** The `x-request-id` of the gateway's own answers. Callers can choose `request_id`, but not this. */
  extended_request_id: '$context.extendedRequestId',
  request_id: '$context.requestId',
  /** Id of the invocation in Lambda's own log lines. */
  function_request_id: '$context.integration.requestId',
  trace_id: '$context.xrayTraceId',
  at: '$context.requestTimeEpoch',
  address: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  path: '$context.resourcePath',
  status: '$context.status',
  bytes: '$context.responseLength',
  latency_ms: '$context.responseLatency',
  function_ms: '$context.integrationLatency',
  account_id: '$context.authorizer.accountId',
  key_id: '$context.authorizer.keyId',
  refused_by: '$context.error.responseType',
  integration_error: '$context.integrationErrorMessage',
}

/**
 * The REST API: a route for each operation and for the tool server behind the authorizer, and the gateway's own
 * refusals.
 */
export class HttpApi extends Construct {
  readonly api: RestApi
  /** Authorizer of the one route that accepts its key in either of two headers. */
  readonly #toolAuthorizer: RequestAuthorizer

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id)
    const { settings } = props
    const log = new LogGroup(this, 'AccessLog', {
      retention: settings.logRetention,
      ...(props.key && { encryptionKey: props.key }),
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: props.authorizer,
      // No cache: a revoked key is refused on the next call.
      resultsCacheTtl: Duration.seconds(0),
      // Without the header, or with an empty one, the gateway answers 401 without starting a function.
      identitySources: [IdentitySource.header('x-api-key')],
    })
    this.#toolAuthorizer = new RequestAuthorizer(this, 'ToolAuthorizer', {
      handler: props.authorizer,
      resultsCacheTtl: Duration.seconds(0),
      // A header listed here is required, but the key comes in either of two. The firewall refuses calls without one.
      identitySources: [],
    })
    this.api = new RestApi(this, 'Api', {
      restApiName: settings.name,
      description: 'Terrain-aware routing, geocoding and spatial prediction',
      endpointTypes: [EndpointType.REGIONAL],
      cloudWatchRole: settings.gatewayLogRole,
      minCompressionSize: Size.kibibytes(1),
      defaultMethodOptions: { authorizationType: AuthorizationType.CUSTOM, authorizer },
      deployOptions: {
        stageName,
        accessLogDestination: new LogGroupLogDestination(log),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLog)),
        // Errors only: a full trace would write keys into the log.
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        metricsEnabled: true,
        tracingEnabled: true,
        throttlingRateLimit: settings.throttle.requestsPerSecond,
        throttlingBurstLimit: settings.throttle.burst,
      },
    })
    // `RestApi` lacks properties for these.
    Object.assign(this.api.node.defaultChild as CfnRestApi, tlsPolicy)
    addGatewayResponses(this.api)
    this.#addRoutes(props)
    acknowledge(this, {
      'AwsSolutions-APIG2':
        'Functions check requests against their schema: the gateway would answer 400 before 402, and in other words.',
      'AwsSolutions-COG4':
        'Callers are known by their own keys, which the Lambda authorizer checks, not by user pools.',
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
        'The policy AWS has for the one role per account through which API Gateway writes logs.',
    })
  }

  #addRoutes({ operations, tools, deepHealth, settings }: HttpApiProps): void {
    const roles = new InvokingRoles(this, 'Invoking')
    // Not `LambdaIntegration`, which adds a permission to the function: one resource for each method.
    const createIntegration = (target: IFunction) =>
      new AwsIntegration({
        service: 'lambda',
        path: `2015-03-31/functions/${target.functionArn}/invocations`,
        proxy: true,
        options: { credentialsRole: roles.allow(target) },
      })
    const resolveResource = (path: string) => this.api.root.resourceForPath(path)
    for (const { operation, target } of operations) {
      const { method, path } = operation
      resolveResource(path).addMethod(method, createIntegration(target))
    }
    resolveResource(toolServer.path).addMethod(toolServer.method, createIntegration(tools), {
      authorizationType: AuthorizationType.CUSTOM,
      authorizer: this.#toolAuthorizer,
    })
    acknowledge(addShallowHealth(resolveResource('/health'), settings.regions), {
      'AwsSolutions-APIG4':
        'Says that the gateway answers, for load balancers; nothing is behind it.',
    })
    resolveResource('/health')
      .addResource('deep', {
        // `undefined` overrides the default authorizer of the API.
        defaultMethodOptions: { authorizationType: AuthorizationType.IAM, authorizer: undefined },
      })
      .addMethod('GET', createIntegration(deepHealth))
  }
}

/**
 * TLS settings of the API. Without a policy, the default endpoint accepts TLS 1.0; a custom domain uses the policy of
 * its API. This policy allows TLS 1.2 and 1.3 with forward secrecy, and post-quantum key exchange where a client offers
 * it. `STRICT`: the host name of a request must match its TLS handshake.
 */
export const tlsPolicy = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
}
