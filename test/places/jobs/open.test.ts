import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { checkJobsFile, openJobs, openLocalJobs } from '#places/jobs'
import { idOf, newJob } from '../../contract/jobs-fixtures.ts'

describe('openJobs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jobs-open-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let homes = 0
  const newHome = () => join(folder, String(homes++))

  test('opens the jobs file once per process, with or without leases, until it is closed', async () => {
    const env = { CAIRN_HOME: newHome() }
    const [one, two] = await Promise.all([openJobs(env), openLocalJobs(env)])
    expect(one).toBe(two)
    expect(statSync(join(env.CAIRN_HOME, 'jobs.db')).mode & 0o777).toBe(0o600)
    const job = await one.create(newJob())
    one.close()
    const again = await openJobs(env)
    expect(again).not.toBe(one)
    expect(await again.get(idOf(job))).toEqual(job)
    again.close()
  })

  test('opens the table when one is named', async () => {
    const unused = newHome()
    const store = await openJobs({ CAIRN_JOBS_TABLE: 'jobs', CAIRN_HOME: unused })
    expect(() => statSync(unused)).toThrow()
    store.close()
  })

  test('refuses a damaged file and a file of a newer release, and names the remedy', async () => {
    const damaged = newHome()
    const store = await openJobs({ CAIRN_HOME: damaged })
    store.close()
    writeFileSync(join(damaged, 'jobs.db'), 'jobs, as I remember them\n'.repeat(100))
    await expect(openJobs({ CAIRN_HOME: damaged })).rejects.toMatchObject({
      code: 'service_unavailable',
    })
    await expect(checkJobsFile({ CAIRN_HOME: damaged })).rejects.toThrow('begin without jobs')

    const newer = newHome()
    ;(await openJobs({ CAIRN_HOME: newer })).close()
    await checkJobsFile({ CAIRN_HOME: newer })
    const database = new DatabaseSync(join(newer, 'jobs.db'))
    database.exec('PRAGMA user_version = 99')
    database.close()
    await expect(checkJobsFile({ CAIRN_HOME: newer })).rejects.toThrow('newer release')
  })
})
