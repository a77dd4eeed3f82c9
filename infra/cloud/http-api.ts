import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib'
import {
  AccessLogFormat,
  AuthorizationType,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RequestAuthorizer,
  type Resource,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import type { Operation } from '../../lib/api/index.ts'
import { acknowledge } from './acknowledge.ts'
import { addGatewayResponses, refuseOtherMethods } from './gateway-answers.ts'
import type { CairnSettings } from './settings.ts'

export interface HttpApiProps {
  settings: CairnSettings
  authorizer: IFunction
  /** What answers each operation. */
  operations: readonly { operation: Operation; target: IFunction }[]
  /** Paths that need no key, by path. */
  open: Readonly<Record<`/${string}`, IFunction>>
}

/** What one line of the access log holds: never a header, for there the keys are. */
const accessLog = {
  request_id: '$context.requestId',
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

/** The REST API: a route for each operation behind the authorizer, refusals from the one table. */
export class HttpApi extends Construct {
  readonly api: RestApi

  constructor(scope: Construct, id: string, props: HttpApiProps) {
    super(scope, id)
    const { settings } = props
    const log = new LogGroup(this, 'AccessLog', {
      retention: settings.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    const authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: props.authorizer,
      // Asked on every call, without a key too: a revoked key is refused on the next call, and 401 is ours.
      resultsCacheTtl: Duration.seconds(0),
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
        stageName: 'live',
        accessLogDestination: new LogGroupLogDestination(log),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLog)),
        // Errors only, and never the data: a full trace would write keys into the log.
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        metricsEnabled: true,
        tracingEnabled: true,
        throttlingRateLimit: settings.throttle.requestsPerSecond,
        throttlingBurstLimit: settings.throttle.burst,
      },
    })
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

  #addRoutes({ operations, open }: HttpApiProps): void {
    const methods = new Map<Resource, string[]>()
    const add = (path: string, method: string, target: IFunction, needsKey: boolean) => {
      const resource = this.api.root.resourceForPath(path)
      const integration = new LambdaIntegration(target, { allowTestInvoke: false })
      const key = needsKey
        ? {}
        : { authorizationType: AuthorizationType.NONE, authorizer: undefined }
      const added = resource.addMethod(method, integration, key)
      methods.set(resource, [...(methods.get(resource) ?? []), method])
      return added
    }
    for (const { operation, target } of operations) {
      add(operation.path, operation.method, target, true)
    }
    for (const [path, target] of Object.entries(open)) {
      acknowledge(add(path, 'GET', target, false), {
        'AwsSolutions-APIG4': 'Tells operators and load balancers how it goes; needs no key.',
      })
    }
    for (const [resource, allowed] of methods) {
      refuseOtherMethods(resource, allowed)
      acknowledge(resource, {
        'AwsSolutions-APIG4': 'Answers 405 from a mock of the gateway: nothing is behind it.',
      })
    }
  }
}
