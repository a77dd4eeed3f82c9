import { describe, expect, test } from 'vitest'
import { createJobId, type Job, makeUploadKey } from '#places/jobs'
import { JobRequest } from '#places/jobs/schemas'
import { openStorage } from '#platform/storage'
import { operations } from '../../../functions/operations.ts'
import { newJob } from '../../contract/jobs-fixtures.ts'
import type { Deployment } from '../../fixtures/deployment.ts'

/** Declares tests of jobs on a deployment shared with other tests: assembling one takes half a minute. */
export function jobsOfAssembly(deployment: () => Deployment): void {
  describe('a job run by the bundled functions', () => {
    const executionId = 'arn:aws:states:eu-central-1:1:execution:CairnJobs:run-1'
    const invoke = async (step: string, event: unknown) =>
      (await (await deployment().warm(`jobs/${step}`)).invoke(event)).result

    const upload = async (text: string) => {
      const { accounts, jobs, s3 } = deployment().cloud
      const { accountId, keyId } = await deployment().cloud.newKey(1_000_000)
      const request = JobRequest.parse({ output: 'geojson' })
      const id = { accountId, jobId: createJobId() }
      await jobs.create({ ...newJob(id), keyId, region: 'demo', request })
      const files = await openStorage(s3.env)
      await files.put(makeUploadKey(id), text)
      const read = async ({ key }: NonNullable<Job['result']>) =>
        Buffer.from((await files.get(key)).bytes).toString()
      const account = async () => (await accounts.getAccount(accountId))!
      return { id, key: makeUploadKey(id), files, read, account }
    }

    test('is planned, worked on, merged and paid for', async () => {
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
      const job = (await deployment().cloud.jobs.get(id))!
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

    test('can be created, uploaded by form, shown, listed and cancelled, only by its owner', async () => {
      const { key } = await deployment().cloud.newKey(1_000_000)
      const call = async (id: string, request: Record<string, unknown>, caller = key) => {
        const operation = operations.find((each) => each.id === `geocoding/jobs/${id}`)!
        const { status, body } = await deployment().call(operation, request, caller)
        return { status, answer: JSON.parse(body) }
      }
      const created = await call('create', {})
      expect(created).toMatchObject({ status: 201, answer: { state: 'awaiting_upload' } })
      const { job_id, upload } = created.answer
      const form = new FormData()
      for (const [name, value] of Object.entries(upload.fields as Record<string, string>)) {
        form.append(name, value)
      }
      form.append('file', new Blob(['address\nNevrin\n']))
      expect((await fetch(upload.url, { method: upload.method, body: form })).ok).toBe(true)

      const planned = await invoke('plan', { key: upload.fields.key, executionId })
      expect(planned).toMatchObject({ status: 'running', jobId: job_id })
      expect(await call('show', { job_id })).toMatchObject({
        status: 200,
        answer: { state: 'running', counts: { total: 1 } },
      })
      expect((await call('list', {})).answer.jobs).toMatchObject([{ job_id }])
      const other = (await deployment().cloud.newKey(1_000_000)).key
      for (const id of ['show', 'cancel']) {
        expect(await call(id, { job_id }, other)).toMatchObject({ status: 404 })
      }
      expect((await call('list', {}, other)).answer.jobs).toEqual([])
      expect((await call('cancel', { job_id })).answer).toMatchObject({ state: 'cancelled' })
      const { accountId } = planned
      expect(await deployment().cloud.accounts.getAccount(accountId)).toMatchObject({
        balance: 1_000_000,
        held: 0,
      })
      const nonsense = await call('create', { nonsense: true, format: 'xls' })
      expect(nonsense.status).toBe(400)
    })

    test('fails on the event of its failed run, and its hold is released', async () => {
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
      expect(await deployment().cloud.jobs.get(id)).toMatchObject({
        state: 'failed',
        failure: { error: 'timeout' },
      })
    })
  })
}
