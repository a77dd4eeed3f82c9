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
import { languageModel } from './language-model.ts'
import { LedgerWriter } from './ledger-writer.ts'
import { CairnMonitoring } from './monitoring.ts'
import { OperatorConsole } from './operator-console.ts'
import type { CairnOptions } from './options.ts'
import { authorizerConcurrency, type CairnSettings, settingsOf } from './settings.ts'
import { SharedAccess } from './shared-access.ts'
import { ExplorerSite } from './site.ts'
import { SiteSecret } from './site-secret.ts'
import { weatherAddresses } from './weather-addresses.ts'

export interface CairnProps extends CairnOptions {
  /** Scope of table and bucket. Default: this construct. A separate stack protects them from changes. */
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
  /** The tool server for assistants. */
  readonly tools: ApiFunction
  readonly authorizer: ApiFunction
  readonly health: ApiFunction
  readonly ledger: LedgerWriter
  readonly jobsData: JobsData
  readonly jobs: CairnJobs
  readonly http: HttpApi
  readonly firewall: Firewall
  /** The explorer and the reference, where the deployment has them. */
  readonly site: ExplorerSite | undefined
  /** The operator's console, where the deployment has it. */
  readonly console: OperatorConsole | undefined
  readonly monitoring: CairnMonitoring
  /** Target of the DNS record of a custom domain. */
  readonly domainTarget: string | undefined

  constructor(scope: Construct, id: string, props: CairnProps) {
    super(scope, id)
    const { dataScope, monitoringScope, ...options } = props
    const settings = settingsOf(options)
    this.settings = settings
    this.data = new CairnData(dataScope ?? this, 'Data', settings)
    this.jobsData = new JobsData(dataScope ?? this, 'JobsData', settings, this.data.key)
    const engine = new EngineLayer(this, 'Engine', settings)

    this.authorizer = new ApiFunction(this, 'Authorizer', {
      id: 'authorizer',
      description: 'Cairn: who may call',
      settings,
      bindings: [this.data.accounts('authorize'), keyLimit(settings)],
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
        const bindings = this.#bindingsOf(operation)
        const added = new ApiFunction(this, constructId(operation), {
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
      bindings: [this.data.regionManifest(this), this.#invocations(operationsOfTools)],
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

  /** Invocations of the functions of these operations, and of no others. */
  #invocations(ids: readonly string[]): Binding {
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

  /** The resources of an operation, by the `needs` of its contract. */
  #bindingsOf({ needs }: Operation): Binding[] {
    const files = ['engine', 'terrain', 'places', 'features'] as const
    const readsRegion = files.some((need) => needs.includes(need))
    return [
      this.data.accounts('charge'),
      this.data.accounts('repeat'),
      ...(readsRegion ? [this.data.regionData(this)] : []),
      ...(needs.includes('weather')
        ? [this.data.weatherCache(this), weatherAddresses(this, this.settings)]
        : []),
      ...(needs.includes('language') ? [languageModel(this, this.settings)] : []),
      ...(needs.includes('jobs')
        ? [
            // A job is answered from the regions that were served when it was created.
            this.data.regionNames,
            this.jobsData.jobs('operate'),
            // By presigned requests.
            this.jobsData.files(this, { put: ['in'], read: ['out'] }),
          ]
        : []),
    ]
  }
}

/** The default rate limit of a key, which the authorizer enforces; 0 is no limit. */
function keyLimit({ requestsPerKey: { perSecond, burst } }: CairnSettings): Binding {
  const environment = {
    CAIRN_REQUESTS_PER_KEY: String(perSecond),
    CAIRN_BURST_PER_KEY: String(burst),
  }
  return { environment, statements: [] }
}

/**
 * Processor time is proportional to memory; this is one whole processor (AWS Lambda Developer Guide,
 * Configure Lambda function memory). A prediction is mostly computation: less memory would make it slower at
 * the same cost. It needs 64 MB of decoded features, as much of terrain, and the data of an area.
 */
const wholeProcessorMebibytes = 1769

/** `routing/find-and-route` → `RoutingFindAndRoute`. */
function constructId({ id }: Operation): string {
  return id.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
