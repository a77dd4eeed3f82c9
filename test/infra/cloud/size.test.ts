import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { describe, expect, test, vi } from 'vitest'
import type { Operation } from '#platform/api'
import { operations } from '../../../functions/operations.ts'
import { Cairn } from '../../../infra/cloud/cairn.ts'
import type { CairnOptions } from '../../../infra/cloud/options.ts'
import { newApp, synthesise } from '../../fixtures/synthesis.ts'

const operationCount = 60

/** Repeats the operations of the service under other names until there are sixty. */
vi.mock(import('../../../functions/operations.ts'), async (importOriginal) => {
  const original = await importOriginal()
  const real: readonly Operation[] = original.operations
  const madeUp = Array.from({ length: 60 - real.length }, (_, i): Operation => {
    const model = real[i % real.length]!
    const round = 1 + Math.floor(i / real.length)
    return {
      ...model,
      id: `${model.id}-again-${round}`,
      path: model.path.replace(
        /[\w-]+(?=(\/\{\w+\})*$)/,
        (name) => `${name}-again-${round}`,
      ) as Operation['path'],
    }
  })
  return { ...original, operations: [...real, ...madeUp] }
})

/** All options that add something to a template. */
const everyOption: Partial<CairnOptions> = {
  region: ['andorra', 'porto', 'monaco'],
  warmEnvironments: 2,
  jobs: { reservedConcurrency: 50 },
  weatherSecret: 'cairn/weather',
  model: { name: 'openai:model', url: 'https://models.example.org', keySecret: 'cairn/model' },
  domain: {
    name: 'api.example.org',
    certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/x',
    hostedZone: { id: 'Z1', name: 'example.org' },
  },
  site: {
    domain: {
      name: 'maps.example.org',
      certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/x',
    },
  },
  console: true,
  regionBuilds: true,
  alarms: { email: 'ops@example.org', monthlyBudgetUsd: 100 },
  customerKey: true,
}

interface Size {
  bytes: number
  resources: number
}

/** Returns the bytes and the number of resources of a written template. */
function measureTemplate(directory: string, name: string): Size {
  const text = readFileSync(join(directory, `${name}.template.json`), 'utf8')
  return {
    bytes: Buffer.byteLength(text),
    resources: Object.keys(JSON.parse(text).Resources).length,
  }
}

/** CloudFormation's limits for a template. */
const limit: Size = { bytes: 1_000_000, resources: 500 }

describe(`${operationCount} operations with every option`, () => {
  test('fit into a single stack of another app', () => {
    expect(operations).toHaveLength(operationCount)
    const app = newApp()
    const stack = new Stack(app, 'Maps')
    new Cairn(stack, 'Cairn', { region: 'andorra', ...everyOption })
    const size = measureTemplate(app.synth().directory, 'Maps')
    // The app itself keeps a fifth of the bytes and thirty resources; the template is indented, the CDK's default.
    expect(size.bytes).toBeLessThan(0.8 * limit.bytes)
    expect(size.resources).toBeLessThanOrEqual(limit.resources - 30)
  }, 120_000)

  test('fit into the stacks of `npm run deploy`, whose templates are not indented', () => {
    const { directory } = synthesise(everyOption, { checked: false })
    for (const name of ['CairnData', 'CairnApi', 'CairnMonitoring', 'CairnBuilds']) {
      const { bytes, resources } = measureTemplate(directory, name)
      expect(bytes, name).toBeLessThan(0.5 * limit.bytes)
      expect(resources, name).toBeLessThan(0.9 * limit.resources)
      expect(readFileSync(join(directory, `${name}.template.json`), 'utf8')).not.toMatch(/\n */)
    }
  }, 120_000)
})
