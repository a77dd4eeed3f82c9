import { describe, expect, test } from 'vitest'
import { readSettings, UsageError } from '../../../infra/local/settings.ts'

describe('the settings of the local server', () => {
  test('have the documented defaults', () => {
    expect(readSettings([], {})).toMatchObject({ port: 3000, regions: ['demo'] })
  })

  test('come from the environment, and options override it', () => {
    const env = {
      PORT: '4000',
      REGION: 'andorra',
      CAIRN_HOME: '/data',
      CAIRN_WORKERS: '3',
      CAIRN_WORKER_MEMORY: '700',
      CAIRN_JOB_PROCESSES: '2',
    }
    expect(readSettings([], env)).toEqual({
      port: 4000,
      regions: ['andorra'],
      home: '/data',
      workers: 3,
      maxWorkerBytes: 700_000_000,
      jobProcesses: 2,
    })
    expect(readSettings(['--port', '5000', '--region', 'monaco'], env)).toMatchObject({
      port: 5000,
      regions: ['monaco'],
    })
    expect(readSettings(['--region', 'andorra,porto'], env)).toMatchObject({
      regions: ['andorra', 'porto'],
    })
  })

  test.each([
    [['--port', 'x'], /PORT must be a whole number from 0 to 65535, not "x"/],
    [['--port', '70000'], /PORT must be/],
    [['--workers', '0'], /CAIRN_WORKERS must be/],
    [['--worker-memory', '50'], /CAIRN_WORKER_MEMORY must be a whole number from 100/],
    [['--nonsense'], /nonsense/],
    [['stray'], /stray/],
    [['--region', 'andorra,'], /"" is not a region name/],
    [['--region', 'andorra,andorra'], /andorra is named twice/],
  ])('are refused with a reason: %j', (args, message) => {
    expect(() => readSettings(args as string[], {})).toThrow(UsageError)
    expect(() => readSettings(args as string[], {})).toThrow(message as RegExp)
  })

  test.each([
    [{ CAIRN_MODEL: 'gpt' }, /must be "off", "bedrock:" with/],
    [{ CAIRN_MODEL_KEY: 'sesame' }, /^CAIRN_MODEL is not set(?!.*sesame)/],
    [{ CAIRN_MODEL: 'bedrock:m', AWS_REGION: 'eu-central-1' }, /needs AWS_ACCESS_KEY_ID/],
  ])('are refused at the start when they name no valid language model: %j', (env, message) => {
    expect(() => readSettings([], env)).toThrow(UsageError)
    expect(() => readSettings([], env)).toThrow(message)
  })
})
