import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { Operation } from '#platform/api'
import { toolServer } from '../../functions/mcp/route.ts'
import { operationsOfTools } from '../../functions/mcp/tools/index.ts'
import { operations } from '../../functions/operations.ts'
import { ApiFunction } from './api-function.ts'
import { CairnData } from './data.ts'
import { addDomain } from './domain.ts'
import { EngineLayer } from './engine-layer.ts'
import { Firewall } from './firewall.ts'
import type { Binding } from './function-access.ts'
import { HttpApi } from './http-api.ts'
import { CairnJobs } from './jobs.ts'
import { JobsData } from './jobs-data.ts'
import { bindLanguageModel } from './language-model.ts'
import { LedgerWriter } from './ledger-writer.ts'
import { CairnMonitoring } from './monitoring.ts'
import { OperatorConsole } from './operator-console.ts'
import type { CairnOptions } from './options.ts'
import { authorizerConcurrency, type CairnSettings, resolveSettings } from './settings.ts'
import { SharedAccess } from './shared-access.ts'
import { ExplorerSite } from './site.ts'
import { SiteSecret } from './site-secret.ts'
import { bindWeatherAddresses } from './weather-addresses.ts'

export interface CairnProps extends CairnOptions {
  /** Scope of the table and the bucket. Default: this construct. A separate stack protects them from changes. */
  dataScope?: Construct
  /** Scope of dashboards and alarms. Default: this construct. */
  monitoringScope?: Construct
}

/**
 * The whole service: data, functions, API, firewall and monitoring.
 *
 * @example
 * new Cairn(stack, 'Cairn', { region: 'andorra', alarms: { email: 'ops@example.org' } })
 */
export class Cairn extends Construct {
  readonly settings: CairnSettings
  readonly data: CairnData
  /** Functions by operation id. */
  readonly functions: ReadonlyMap<string, ApiFunction>
  /** Tool server for assistants. */
  readonly tools: ApiFunction
  readonly authorizer: ApiFunction
  readonly health: ApiFunction
  readonly ledger: LedgerWriter
  readonly jobsData: JobsData
  readonly jobs: CairnJobs
  readonly http: HttpApi
  readonly firewall: Firewall
  /** Explorer and reference, if the deployment includes them. */
  readonly site: ExplorerSite | undefined
  /** Operator's console, if the deployment includes it. */
  readonly console: OperatorConsole | undefined
  readonly monitoring: CairnMonitoring
  /** Target of the DNS record of a custom domain. */
  readonly domainTarget: string | undefined

  constructor(scope: Construct, id: string, props: CairnProps) {
    super(scope, id)
    const { dataScope, monitoringScope, ...options } = props
    const settings = resolveSettings(options)
    this.settings = settings
    this.data = new CairnData(dataScope ?? this, 'Data', settings)
    this.jobsData = new JobsData(dataScope ?? this, 'JobsData', settings, this.data.key)
    const engine = new EngineLayer(this, 'Engine', settings)

    this.authorizer = new ApiFunction(this, 'Authorizer', {
      id: 'authorizer',
      description: 'Cairn: who may call',
      settings,
      bindings: [this.data.accounts('authorize'), bindKeyLimit(settings)],
      memoryMebibytes: 512,
      timeoutSeconds: 10,
      reservedConcurrency: settings.concurrencyPerOperation > 0 ? authorizerConcurrency : 0,
      key: this.data.key,
    })
    this.health = new ApiFunction(this, 'Health', {
      id: 'health',
      description: 'Cairn: GET /health/deep',
      settings,
      bindings: [this.data.accounts('check'), this.data.regionData(this)],
      engine,
      key: this.data.key,
    })
    const access = new SharedAccess(this, 'Operations', settings, this.data.key)
    this.functions = new Map(
      operations.map((operation) => {
        const bindings = this.#collectBindings(operation)
        const added = new ApiFunction(this, toConstructId(operation), {
          id: operation.id,
          description: `Cairn: ${operation.method} ${operation.path}`,
          settings,
          bindings,
          access: access.grant(operation, bindings),
          engine: operation.needs.includes('engine') ? engine : undefined,
          reservedConcurrency: settings.concurrencyPerOperation,
          ...(operation.needs.includes('features') && { memoryMebibytes: wholeProcessorMebibytes }),
        })
        return [operation.id, added]
      }),
    )
    this.tools = new ApiFunction(this, 'Tools', {
      id: toolServer.id,
      description: `Cairn: ${toolServer.method} ${toolServer.path}`,
      settings,
      bindings: [this.data.regionManifest(this), this.#allowInvocations(operationsOfTools)],
      memoryMebibytes: 512,
      reservedConcurrency: settings.concurrencyPerOperation,
      key: this.data.key,
    })
    this.ledger = new LedgerWriter(this, 'Ledger', this.data, settings)
    this.jobs = new CairnJobs(this, 'Jobs', { settings, data: this.data, jobs: this.jobsData })
    this.http = new HttpApi(this, 'Http', {
      settings,
      authorizer: this.authorizer.target,
      operations: operations.map((operation) => ({
        operation,
        target: this.functions.get(operation.id)!.target,
      })),
      tools: this.tools.target,
      deepHealth: this.health.target,
      key: this.data.key,
    })
    const siteSecret = settings.site ? new SiteSecret(this, 'SiteSecret') : undefined
    this.firewall = new Firewall(this, 'Firewall', {
      settings,
      stage: this.http.api.deploymentStage,
      operations,
      key: this.data.key,
      siteSecret: siteSecret?.text,
    })
    this.site =
      siteSecret &&
      new ExplorerSite(this, 'Site', {
        settings,
        data: this.data,
        jobs: this.jobsData,
        api: this.http.api,
        secret: siteSecret.text,
      })
    this.console = settings.console
      ? new OperatorConsole(this, 'Console', {
          settings,
          data: this.data,
          jobs: this.jobsData,
        })
      : undefined
    this.domainTarget = settings.domain && addDomain(this, this.http.api, settings.domain)
    this.monitoring = new CairnMonitoring(monitoringScope ?? this, 'Monitoring', this)
  }

  /** Allows a function to invoke the functions of these operations, and no others. */
  #allowInvocations(ids: readonly string[]): Binding {
    const targets = ids.map((id) => [id, this.functions.get(id)!.target] as const)
    const names = Object.fromEntries(targets.map(([id, { functionName }]) => [id, functionName]))
    return {
      environment: { CAIRN_FUNCTIONS: Stack.of(this).toJsonString(names) },
      statements: [
        new PolicyStatement({
          actions: ['lambda:InvokeFunction'],
          resources: targets.map(([, { functionArn }]) => functionArn),
        }),
      ],
    }
  }

  /** Returns the bindings of an operation, derived from the `needs` of its contract. */
  #collectBindings({ needs }: Operation): Binding[] {
    const files = ['engine', 'terrain', 'places', 'features'] as const
    const readsRegion = files.some((need) => needs.includes(need))
    return [
      this.data.accounts('charge'),
      this.data.accounts('repeat'),
      ...(readsRegion ? [this.data.regionData(this)] : []),
      ...(needs.includes('weather')
        ? [this.data.weatherCache(this), bindWeatherAddresses(this, this.settings)]
        : []),
      ...(needs.includes('language') ? [bindLanguageModel(this, this.settings)] : []),
      ...(needs.includes('jobs')
        ? [
            // A job uses the regions that were served when it was created.
            this.data.regionNames,
            this.jobsData.jobs('operate'),
            // For presigned requests.
            this.jobsData.files(this, { put: ['in'], read: ['out'] }),
          ]
        : []),
    ]
  }
}

/** Passes the default rate limit of a key to the authorizer, which enforces it; 0 means no limit. */
function bindKeyLimit({ requestsPerKey: { perSecond, burst } }: CairnSettings): Binding {
  const environment = {
    CAIRN_REQUESTS_PER_KEY: String(perSecond),
    CAIRN_BURST_PER_KEY: String(burst),
  }
  return { environment, statements: [] }
}

/**
 * Memory, in MiB, at which a function gets one whole processor (AWS Lambda Developer Guide, Configure Lambda function
 * memory). Predictions are mostly computation: less memory would make them slower at the same cost. They need 64 MB for
 * decoded features, 64 MB for terrain, and room for the data of an area.
 */
const wholeProcessorMebibytes = 1769

/** Returns the construct id of an operation: `routing/find-and-route` → `RoutingFindAndRoute`. */
function toConstructId({ id }: Operation): string {
  return id.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
