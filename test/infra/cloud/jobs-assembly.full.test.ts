import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Job, newJobId, uploadKey } from '../../../lib/jobs/index.ts'
import { JobRequest } from '../../../lib/jobs/schemas/index.ts'
import { openStorage } from '../../../lib/storage/index.ts'
import { newJob } from '../../contract/jobs-fixtures.ts'
import { type Deployment, startDeployment } from '../../fixtures/deployment.ts'

describe('a job by the shipped bundles of its steps', () => {
  let deployment: Deployment
  beforeAll(async () => {
    deployment = await startDeployment(inject('builtHome'), ['demo'])
  }, 300_000)
  afterAll(() => deployment?.stop())

  const executionId = 'arn:aws:states:eu-central-1:1:execution:CairnJobs:run-1'
  const invoke = async (step: string, event: unknown) =>
    (await (await deployment.warm(`jobs/${step}`)).invoke(event)).result

  const upload = async (text: string) => {
    const { accounts, jobs, s3 } = deployment.cloud
    const { accountId, keyId } = await deployment.cloud.newKey(1_000_000)
    const request = JobRequest.parse({ output: 'geojson' })
    const id = { accountId, jobId: newJobId() }
    await jobs.create({ ...newJob(id), keyId, request })
    const files = await openStorage(s3.env)
    await files.put(uploadKey(id), text)
    const read = async ({ key }: NonNullable<Job['result']>) =>
      Buffer.from((await files.get(key)).bytes).toString()
    const account = async () => (await accounts.getAccount(accountId))!
    return { id, key: uploadKey(id), files, read, account }
  }

  test('is planned, worked on, merged, and paid for', async () => {
    const { id, key, files, read, account } = await upload(
      'address,note\n"Via Runcalet 34, Nevrin",first\nqwzxv,second\n',
    )
    const planned = await invoke('plan', { key, executionId })
    expect(planned).toMatchObject({ status: 'running', ...id })
    const chunks = JSON.parse(Buffer.from((await files.get(planned.chunksKey)).bytes).toString())
    for (const chunk of chunks) {
      expect(await invoke('work', { ...id, chunk })).toEqual({ status: 'done' })
    }
    expect(await invoke('merge', id)).toEqual({ status: 'merged' })
    expect(await invoke('finish', { ...id, executionId })).toEqual({ status: 'succeeded' })
    const job = (await deployment.cloud.jobs.get(id))!
    expect(job).toMatchObject({
      state: 'succeeded',
      counts: { matched: 1, unmatched: 1, failed: 0 },
      charged: 400,
    })
    const { features } = JSON.parse(await read(job.result!))
    expect(features).toMatchObject([
      { geometry: { type: 'Point' }, properties: { note: 'first' } },
      { properties: { note: 'second' } },
    ])
    expect(await account()).toMatchObject({ balance: 999_600, held: 0 })
  })

  test('fails with the event of its run, and its hold is released', async () => {
    const { id, key, account } = await upload('address\nNevrin\n')
    await invoke('plan', { key, executionId })
    expect(await account()).toMatchObject({ held: 200 })
    const detail = {
      executionArn: executionId,
      status: 'TIMED_OUT',
      input: JSON.stringify({ key }),
    }
    expect(await invoke('finish', { detail })).toEqual({ status: 'failed' })
    expect(await account()).toMatchObject({ balance: 1_000_000, held: 0 })
    expect(await deployment.cloud.jobs.get(id)).toMatchObject({
      state: 'failed',
      failure: { error: 'timeout' },
    })
  })
})
