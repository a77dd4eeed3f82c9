import { afterEach, expect, test, vi } from 'vitest'
import { elevation } from '../../../functions/routing/elevation/contract.ts'

afterEach(() => vi.unstubAllEnvs())

test.each(['demo', 'demo,andorra'])(
  '%s: opens the resources, and warms them as far as requested',
  async (region) => {
    vi.stubEnv('REGION', region)
    vi.resetModules()
    const { chooseByPoints, regionEndpoint } = await import('../../../functions/regions/index.ts')
    const opened: string[] = []
    const warmed: string[] = []
    const heights = async (name?: string) => void opened.push(name ?? region)
    const { warm } = regionEndpoint(
      elevation,
      { heights },
      () => Promise.reject(new Error('no call')),
      {
        choice: chooseByPoints(() => []),
        geojson: () => ({}),
        warm: (warmUp) => void warmed.push(warmUp),
      },
    )
    await warm('compile')
    await warm()
    expect(warmed).toEqual(['compile', 'open'])
    expect(new Set(opened)).toEqual(new Set(region.split(',')))
  },
)
