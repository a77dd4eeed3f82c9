import { Construct } from 'constructs'
import { operations } from '../../functions/operations.ts'
import type { Operation } from '../../lib/api/index.ts'
import { ApiFunction, type Binding } from './api-function.ts'
import { CairnData } from './data.ts'
import { addDomain } from './domain.ts'
import { EngineLayer } from './engine-layer.ts'
import { Firewall } from './firewall.ts'
import { HttpApi } from './http-api.ts'
import { LedgerWriter } from './ledger-writer.ts'
import { CairnMonitoring } from './monitoring.ts'
import type { CairnOptions } from './options.ts'
import { authorizerConcurrency, type CairnSettings, settingsOf } from './settings.ts'
import { weatherAddresses } from './weather-addresses.ts'

export interface CairnProps extends CairnOptions {
  /** Where table and bucket are put. Default: here. A stack of their own keeps them apart from what changes. */
  dataScope?: Construct
  /** Where dashboard and alarms are put. Default: here. */
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
  readonly authorizer: ApiFunction
  readonly health: ApiFunction
  readonly ledger: LedgerWriter
  readonly http: HttpApi
  readonly firewall: Firewall
  readonly monitoring: CairnMonitoring
  /** What a domain of one's own has to point at. */
  readonly domainTarget: string | undefined

  constructor(scope: Construct, id: string, props: CairnProps) {
    super(scope, id)
    const { dataScope, monitoringScope, ...options } = props
    const settings = settingsOf(options)
    this.settings = settings
    this.data = new CairnData(dataScope ?? this, 'Data', settings)
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
    this.functions = new Map(
      operations.map((operation) => [
        operation.id,
        new ApiFunction(this, constructId(operation), {
          id: operation.id,
          description: `Cairn: ${operation.method} ${operation.path}`,
          settings,
          bindings: this.#bindingsOf(operation),
          engine: operation.needs.includes('engine') ? engine : undefined,
          reservedConcurrency: settings.concurrencyPerOperation,
          key: this.data.key,
          ...(operation.needs.includes('features') && { memoryMebibytes: wholeProcessorMebibytes }),
        }),
      ]),
    )
    this.ledger = new LedgerWriter(this, 'Ledger', this.data, settings)
    this.http = new HttpApi(this, 'Http', {
      settings,
      authorizer: this.authorizer.target,
      operations: operations.map((operation) => ({
        operation,
        target: this.functions.get(operation.id)!.target,
      })),
      deepHealth: this.health.target,
      key: this.data.key,
    })
    this.firewall = new Firewall(this, 'Firewall', {
      settings,
      stage: this.http.api.deploymentStage,
      operations,
      key: this.data.key,
    })
    this.domainTarget = settings.domain && addDomain(this, this.http.api, settings.domain)
    this.monitoring = new CairnMonitoring(monitoringScope ?? this, 'Monitoring', this)
  }

  /** What an operation may touch follows from what its contract says it needs. */
  #bindingsOf({ needs }: Operation): Binding[] {
    const files = ['engine', 'terrain', 'places', 'features'] as const
    const readsRegion = files.some((need) => needs.includes(need))
    return [
      this.data.accounts('charge'),
      ...(readsRegion ? [this.data.regionData(this)] : []),
      ...(needs.includes('weather')
        ? [this.data.weatherCache(this), weatherAddresses(this, this.settings)]
        : []),
    ]
  }
}

/** The rate of one key, for the authorizer, which keeps count; 0 is no limit. */
function keyLimit({ requestsPerKey: { perSecond, burst } }: CairnSettings): Binding {
  const environment = {
    CAIRN_REQUESTS_PER_KEY: String(perSecond),
    CAIRN_BURST_PER_KEY: String(burst),
  }
  return { environment, statements: [] }
}

/**
 * A function gets processor time by its memory, and a whole processor with this much (AWS Lambda
 * Developer Guide, Configure Lambda function memory). A prediction computes for most of its time: with
 * less it would take longer by as much and cost the same. It holds 64 MB of decoded features, as much
 * terrain, and what an area takes.
 */
const wholeProcessorMebibytes = 1769

/** `routing/find-and-route` → `RoutingFindAndRoute`. */
function constructId({ id }: Operation): string {
  return id.replace(/(?:^|[/-])([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
