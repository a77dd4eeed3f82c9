import { describe, expect, test } from 'vitest'
import { resolveSettings } from '../../../infra/cloud/settings.ts'
import { synthesise } from '../../fixtures/synthesis.ts'

describe('a deployment of several regions', () => {
  test('accepts them as a list or as text with commas', () => {
    const regions = ['andorra', 'porto']
    expect(resolveSettings({ region: regions }).regions).toEqual(regions)
    expect(resolveSettings({ region: 'andorra,porto' }).regions).toEqual(regions)
    expect(resolveSettings({ region: 'demo' }).regions).toEqual(['demo'])
    expect(() => resolveSettings({ region: [] })).toThrow('"" is not a region name')
    expect(() => resolveSettings({ region: 'porto,porto' })).toThrow('porto is named twice')
  })

  test('names them to every function that reads or writes their data, and lets it read each', () => {
    const { api } = synthesise({ region: ['andorra', 'porto'], site: true }, { checked: false })
    const described = Object.values(api.findResources('AWS::Lambda::Function'))
      .map(({ Properties }) => [Properties.Description, Properties.Environment?.Variables?.REGION])
      .filter(([description]) => String(description).startsWith('Cairn: '))
    const of = new Map(described as [string, string | undefined][])
    const without = [...of].filter(([, regions]) => regions === undefined).map(([name]) => name)
    expect([...new Set(of.values())]).toEqual(expect.arrayContaining(['andorra,porto']))
    for (const path of [
      'POST /v1/routing/route',
      'POST /v1/geocoding/jobs',
      'POST /mcp',
      'GET /map/*',
    ])
      expect(without).not.toContain(`Cairn: ${path}`)
    const policies = JSON.stringify(api.findResources('AWS::IAM::Policy'))
    for (const region of ['andorra', 'porto']) expect(policies).toContain(`/datasets/${region}/*`)
    expect(policies).not.toContain('andorra,porto')
    const health = Object.values(api.findResources('AWS::ApiGateway::Method')).find(
      ({ Properties }) => Properties.Integration.Type === 'MOCK' && Properties.HttpMethod === 'GET',
    )!
    const [answer] = health.Properties.Integration.IntegrationResponses
    expect(JSON.parse(answer.ResponseTemplates['application/json'])).toEqual({
      status: 'ok',
      regions: ['andorra', 'porto'],
    })
  })
})
