import { describe, expect, test } from 'vitest'
import { clientOf, json } from './server-double.ts'

const counts = { total: 4, matched: 0, unmatched: 0, failed: 0 }
const status = (state: string, more: object = {}) =>
  json({ job_id: 'j', state, counts, progress: 0, charged_usd: '0', created_at: 't', ...more })

describe('waiting for a job', () => {
  test('reports each state and ends with success', async () => {
    const { cairn } = clientOf([status('planning'), status('running'), status('succeeded')])
    const states: string[] = []
    const job = await cairn.geocoding.jobs.wait(
      { job_id: 'j' },
      { pollMs: 1, onProgress: ({ state }) => states.push(state) },
    )
    expect(states).toEqual(['planning', 'running', 'succeeded'])
    expect(job.state).toBe('succeeded')
  })

  test.each(['failed', 'cancelled', 'payment_required'])(
    'throws when the job is %s',
    async (state) => {
      const error = { error: 'bad_request', message: 'Line 3 has no text.' }
      const { cairn } = clientOf([status('planning'), status(state, { error })])
      await expect(cairn.geocoding.jobs.wait({ job_id: 'j' }, { pollMs: 1 })).rejects.toMatchObject(
        {
          code: 'job_stopped',
          message: `Job j is ${state}. Line 3 has no text.`,
          body: { job_id: 'j', state },
        },
      )
    },
  )

  test('ends when the signal aborts', async () => {
    const { cairn } = clientOf([status('running')])
    const waiting = new AbortController()
    const wait = cairn.geocoding.jobs.wait(
      { job_id: 'j' },
      { signal: waiting.signal, onProgress: () => waiting.abort(new Error('enough')) },
    )
    await expect(wait).rejects.toThrow('enough')
  })
})

describe('a file for upload', () => {
  const created = (upload: object) => ({
    url: 'https://files.example/u',
    expires_at: 't',
    max_bytes: 9,
    ...upload,
  })

  test('is sent as a form after its fields, without the key', async () => {
    const { cairn, sent } = clientOf([new Response(null, { status: 204 })])
    const upload = created({ method: 'POST', fields: { key: 'a', policy: 'b' } })
    await cairn.geocoding.jobs.upload({ method: 'POST', ...upload } as never, 'text\na\n')
    const { url, init } = sent[0]!
    expect(url).toBe('https://files.example/u')
    expect(init.headers).toBeUndefined()
    const form = init.body as FormData
    expect([...form.keys()]).toEqual(['key', 'policy', 'file'])
    expect(await (form.get('file') as Blob).text()).toBe('text\na\n')
  })

  test('is sent by PUT with its headers', async () => {
    const { cairn, sent } = clientOf([new Response(null, { status: 200 })])
    const upload = created({ method: 'PUT', headers: { 'content-type': 'text/csv' } })
    await cairn.geocoding.jobs.upload(upload as never, new TextEncoder().encode('a'))
    expect(sent[0]!.init).toMatchObject({ method: 'PUT', headers: { 'content-type': 'text/csv' } })
    expect(await (sent[0]!.init.body as Blob).text()).toBe('a')
  })

  test('causes an error when it is refused', async () => {
    const { cairn } = clientOf([new Response('<Error>EntityTooLarge</Error>', { status: 400 })])
    const upload = created({ method: 'POST', fields: {} })
    await expect(cairn.geocoding.jobs.upload(upload as never, 'a')).rejects.toMatchObject({
      code: 'file_refused',
      status: 400,
      body: '<Error>EntityTooLarge</Error>',
    })
  })
})

test('all jobs are read page by page', async () => {
  const job = (job_id: string) => ({ job_id })
  const { cairn, sent } = clientOf([
    json({ jobs: [job('c'), job('b')], next: 'b' }),
    json({ jobs: [job('a')] }),
  ])
  const ids: string[] = []
  for await (const { job_id } of cairn.geocoding.jobs.all({ limit: 2 })) ids.push(job_id)
  expect(ids).toEqual(['c', 'b', 'a'])
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&before=b'])
})
