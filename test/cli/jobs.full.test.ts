import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { type LedgerRow, openAccounts } from '#platform/accounts'
import { mappedAddresses } from '../fixtures/addresses.ts'
import { type CustomerRow, customerRows, customersCsv } from '../fixtures/job-rows.ts'
import { homeOver } from '../fixtures/server.ts'

const run = promisify(execFile)
/** Number of rows that make two chunks. */
const rowCount = 2500
/** Few rows, but still two chunks: over 1 MB of empty lines ends the first. */
const killedRowCount = 60
/** Price of a row, micro-dollars. */
const price = 200

let rows: CustomerRow[]

interface Outcome {
  code: number | string | undefined
  stdout: string
  stderr: string
}

/** Runs `npm run jobs -- ...` and returns its outcome, success or failure. */
async function jobs(home: string, args: string[], env: Record<string, string> = {}) {
  const environment = { ...process.env, CAIRN_HOME: home, ...env }
  return await run(process.execPath, ['cli/jobs.ts', ...args], { env: environment }).then(
    ({ stdout, stderr }): Outcome => ({ code: 0, stdout, stderr }),
    (error: Outcome & { signal?: string }): Outcome => ({
      code: error.signal ?? error.code,
      stdout: error.stdout,
      stderr: error.stderr,
    }),
  )
}

async function ledgerOf(home: string): Promise<LedgerRow[]> {
  const accounts = await openAccounts({ CAIRN_HOME: home })
  try {
    const rows: LedgerRow[] = []
    for await (const row of accounts.ledger('demo')) rows.push(row)
    return rows
  } finally {
    accounts.close()
  }
}

const chargesOf = async (home: string) =>
  (await ledgerOf(home)).filter(({ operation }) => operation === 'geocoding/jobs')

function newHome(text = customersCsv(rows)): { home: string; file: string } {
  const home = homeOver(inject('builtHome'))
  const file = join(home, 'customers.csv')
  writeFileSync(file, text)
  return { home, file }
}

let undisturbed: string

beforeAll(async () => {
  rows = customerRows(
    await mappedAddresses(join(inject('builtHome'), 'sources/demo/demo.osm.pbf')),
    rowCount,
  )
  const { home, file } = newHome()
  const { code, stderr } = await jobs(home, ['run', file, '--processes', '2'])
  expect(stderr).toMatch(/Geocoding +\d/)
  expect(code).toBe(0)
  undisturbed = readFileSync(join(home, 'customers-geocoded.csv'), 'utf8')
  const records = parse(undisturbed, { columns: true }) as Record<string, string>[]
  expect(records.map(({ customer }) => Number(customer))).toEqual(rows.map((row) => row.customer))
  const failed = records.filter(({ error }) => error !== '').length
  const [, charge] = await ledgerOf(home)
  expect(charge!.amount).toBe(-(rowCount - failed) * price)
})

describe('a job of two chunks', () => {
  test('finds every intact row, and fails only addresses that are empty or too long', () => {
    const records = parse(undisturbed, { columns: true }) as Record<string, string>[]
    const found = records.filter(({ lat }, i) => lat !== '' && !rows[i]!.broken).length
    expect(found).toBe(rows.filter(({ broken }) => !broken).length)
    for (const [i, { error }] of records.entries()) {
      expect(error !== '').toBe(rows[i]!.address === '' || rows[i]!.address.length > 800)
    }
  })
})

describe('a job that is killed', () => {
  const moments = [
    ['while it is planned, before its chunks are written', 'chunks\\.json$', 'before', 0],
    ['when it has been planned', 'plan\\.json$', 'after', 0],
    ['while it runs, before a part is written', 'parts/000001$', 'before', 0],
    ['while it runs, after a part is written', 'parts/000001$', 'after', 0],
    ['while it is merged, before the result is written', 'jobs/out/', 'before', 0],
    ['when it has been merged', 'jobs/out/', 'after', 0],
    ['after it was charged, while its parts are deleted', '^rm .*jobs/work/.*parts/', 'before', 1],
  ] as const
  let text: string
  let whole: string
  beforeAll(async () => {
    const [header, ...lines] = customersCsv(rows.slice(0, killedRowCount)).split(/(?<=\n)(?=\d+,)/)
    const middle = killedRowCount / 2
    const gap = '\n'.repeat(1_100_000)
    text = [header, ...lines.slice(0, middle), gap, ...lines.slice(middle)].join('')
    const { home, file } = newHome(text)
    await jobs(home, ['run', file])
    whole = readFileSync(join(home, 'customers-geocoded.csv'), 'utf8')
  })
  test.each(moments)(
    'continues to the same bytes and one charge: %s',
    async (_, at, when, chargesBefore) => {
      const { home, file } = newHome(text)
      const killed = await jobs(home, ['run', file, '--processes', '1'], {
        NODE_OPTIONS: `--import ${pathToFileURL('test/fixtures/kill-at.mjs').href}`,
        KILL_AT: at,
        KILL_WHEN: when,
      })
      expect(killed.code).toBe('SIGKILL')
      const [job] = JSON.parse((await jobs(home, ['list', '--json'])).stdout)
      expect(['planning', 'running', 'merging']).toContain(job.state)
      expect(await chargesOf(home)).toHaveLength(chargesBefore)
      const output = join(home, 'out.csv')
      const resumed = await jobs(home, ['resume', job.job_id, '--output', output])
      expect(resumed.stderr).not.toContain('jobs:')
      expect(resumed.code).toBe(0)
      expect(readFileSync(output, 'utf8')).toBe(whole)
      expect(await chargesOf(home)).toHaveLength(1)
    },
    120_000,
  )
})

describe('npm run jobs', () => {
  test.each([
    [['run'], /missing required argument 'file'/],
    [['run', 'nowhere.csv'], /There is no file nowhere.csv/],
    [['run', 'package.json', '--format', 'shp'], /--format /],
    [['run', 'package.json', '--country', 'Narnia'], /--country is no country code/],
    [['run', 'package.json', '--column', 'address'], /Expected name=column/],
    [['run', 'package.json', '--column', 'place=a'], /--column/],
    [['run', 'package.json', '--size', '0'], /Expected 1 or more/],
    [['run', 'package.json', '--account', 'a/b'], /not an account id/],
    [['destroy'], /unknown command/],
    [[], /name a command: run, resume, list, show or cancel/],
  ])('reports the usage error %j in one line', async (args, message) => {
    const { code, stderr } = await jobs(homeOver(inject('builtHome')), args)
    expect(stderr).toMatch(message)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(2)
  })

  test('names the wrong line of a file, and charges nothing', async () => {
    const { home } = newHome()
    const file = join(home, 'bad.csv')
    writeFileSync(file, 'address\nVia Pegna 5\n"Via Pegna 7\n')
    const { code, stderr } = await jobs(home, ['run', file])
    expect(stderr).toMatch(/jobs: bad\.csv: line 3: .*Nothing was charged\./)
    expect(code).toBe(1)
    expect(await ledgerOf(home)).toHaveLength(1)
  })

  test('explains how to get a key for an account without one', async () => {
    const { home, file } = newHome()
    const { code, stderr } = await jobs(home, ['run', file, '--account', 'nobody'])
    expect(stderr).toContain('npx cairn-cli keys create --account nobody')
    expect(code).toBe(1)
  })

  test('shows, lists and cancels jobs', async () => {
    const { home } = newHome()
    const file = join(home, 'few.csv')
    writeFileSync(file, 'address\nVia Pegna 5\n')
    const made = JSON.parse((await jobs(home, ['run', file, '--json'])).stdout)
    expect(made).toMatchObject({ state: 'succeeded', rows: 1, charged_usd: '0.0002' })
    expect((await jobs(home, ['list'])).stdout).toContain(made.job_id)
    expect((await jobs(home, ['show', made.job_id])).stdout).toMatch(/state +succeeded/)
    expect((await jobs(home, ['cancel', made.job_id])).stdout).toMatch(/state +succeeded/)
    const unknown = await jobs(home, ['show', 'job_0'])
    expect(unknown.stderr).toContain('There is no job job_0.')
    expect(unknown.code).toBe(1)
  })
})
