import figures from './figures.json' with { type: 'json' }
import { estimateSizes, type FunctionLoad, type Scale, sum } from './model.ts'

/** A limit and the used share of it; above 1 the limit is broken. */
export interface Limit {
  name: string
  used: number
  remedy: string
}

/** Largest road tar that a function copies whole, bytes. */
const maxTarBytes = 300e6
/** Largest number of places whose pack opens in one round; its root is then 192 KB. */
const maxPackPlaces = 2.1e6

/** Lists the limits of a region's size and of a rate of calls, the most used first. */
export function listLimits(scale: Scale, loads: readonly FunctionLoad[]): Limit[] {
  const { functions, service, store } = figures
  const calls = sum(loads.map(({ callsPerSecond }) => callsPerSecond))
  const busiest = loads.toSorted((a, b) => b.environments - a.environments)[0]!
  const environments = sum(loads.map((load) => load.environments))
  const reads = sum(loads.map((load) => load.callsPerSecond * load.readsPerCall))
  const { roadBytes, places } = estimateSizes(scale)
  const limits: Limit[] = [
    {
      name: `reserved environments of ${busiest.name}`,
      used: busiest.environments / functions.reserved_environments,
      remedy: 'raise concurrencyPerOperation',
    },
    {
      name: 'reserved environments of the authorizer',
      used:
        calls / (functions.authorizer_environments * functions.calls_per_second_and_environment),
      remedy: 'reserve more for it',
    },
    {
      name: "the account's concurrent executions",
      used:
        (environments + calls / functions.calls_per_second_and_environment) /
        functions.account_environments,
      remedy: 'ask AWS for a higher quota',
    },
    {
      name: 'requests of the gateway',
      used: calls / service.gateway_calls_per_second,
      remedy: 'a second deployment, or a higher quota',
    },
    {
      name: 'charges of one account, if all calls are its own',
      used: calls / service.charges_per_second_and_account,
      remedy: 'a large customer gets several accounts',
    },
    {
      name: 'reads of one prefix of the bucket',
      used: reads / store.max_gets_per_second_and_prefix,
      remedy: 'warm environments; S3 splits a busy prefix by itself',
    },
    {
      name: 'roads that a function copies',
      used: roadBytes / maxTarBytes,
      remedy: 'routing.tiles',
    },
    {
      name: 'places of one pack',
      used: places / maxPackPlaces,
      remedy: 'shards of the places',
    },
  ]
  return limits.sort((a, b) => b.used - a.used)
}
