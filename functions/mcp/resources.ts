import { formatUsd } from '#platform/accounts'
import { computePrice, isFree } from '#platform/api'
import type { ToolResource } from '#platform/mcp'
import type { RegionFacts } from './region-facts.ts'
import { tools } from './tools/index.ts'

/** Makes the resources of the tool server. */
export function makeResources(facts: () => Promise<RegionFacts>): readonly ToolResource[] {
  return [
    {
      uri: 'cairn://region',
      name: 'region',
      title: 'Extent of the data',
      description:
        'The region that is served and its bounds, or the `areas` of one whose parts lie far apart: positions ' +
        'outside have no roads and no places.',
      mimeType: 'application/json',
      read: async () => {
        const all = await facts()
        const regions = all.map(({ region, build, areas }) => ({
          region,
          build,
          ...(areas.length === 1 ? { bounds: areas[0] } : { areas }),
        }))
        return JSON.stringify(regions.length === 1 ? regions[0] : { regions })
      },
    },
    {
      uri: 'cairn://prices',
      name: 'prices',
      title: 'Prices of the tools',
      description: 'What a call of each tool costs, USD. Only successful calls are charged.',
      mimeType: 'application/json',
      read: async () => JSON.stringify({ currency: 'USD', tools: listPrices() }),
    },
    {
      uri: 'cairn://attribution',
      name: 'attribution',
      title: 'Attribution of the data',
      description: 'The credit that must stand beside what is made with the answers.',
      mimeType: 'text/plain',
      read: async () => {
        const credits = (await facts()).map(({ attribution }) => attribution)
        return [...new Set(credits)].join('\n')
      },
    },
  ]
}

function listPrices(): object[] {
  return tools.flatMap(({ name, operations }) =>
    operations.length === 0
      ? [{ tool: name, price_usd: '0.00', per: 'call' }]
      : operations.map((operation) => {
          const { id, price } = operation
          return {
            tool: name,
            operation: id,
            price_usd: formatUsd(computePrice(operation)),
            per: typeof price === 'number' || isFree(operation) ? 'call' : price.unit,
          }
        }),
  )
}
