import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { cancelJob, findJob, type Job, makeUploadJob, openJobs, summarizeJob } from '#places/jobs'
import { cairnCommand } from '#platform/home'
import { openJobFiles } from '#platform/storage'
import {
  type JsonOption,
  print,
  printRecord,
  printTable,
  runInterruptible,
  throwUsageError,
} from '../base/index.ts'
import { demoAccount, findPayingKeyId, withAccounts } from './payer.ts'
import { buildRequest, type RequestOptions } from './request.ts'
import { toJobRow } from './rows.ts'
import { follow, outputBeside, putInput, saveResult, startSteps } from './run.ts'

interface AccountOption extends JsonOption {
  account?: string
}

interface RunOptions extends AccountOption {
  output?: string
  region?: string
  processes?: number
}

/** Creates a job for the file, runs it and saves its result. */
export async function runFile(file: string, options: RunOptions & RequestOptions): Promise<void> {
  const request = buildRequest(options)
  const facts = await stat(file).catch(() => throwUsageError(`There is no file ${file}.`))
  if (!facts.isFile()) throwUsageError(`${file} is no file.`)
  const { pricePerRow } = await import('../../functions/jobs/price.ts')
  const { account: accountId = demoAccount, region = process.env.REGION || 'demo' } = options
  const keyId = await withAccounts((accounts) => findPayingKeyId(accounts, accountId))
  const jobs = await openJobs()
  const job = await jobs.create(makeUploadJob(request, { accountId, keyId, region, pricePerRow }))
  await runJob(job, options, file)
}

/** Resumes a job whose processes were stopped. */
export async function resume(
  jobId: string,
  { account = demoAccount, ...options }: RunOptions,
): Promise<void> {
  const jobs = await openJobs()
  await runJob(await findJob(jobs, { accountId: account, jobId }), options)
}

async function runJob(job: Job, options: RunOptions, file?: string): Promise<void> {
  const jobs = await openJobs()
  const files = await openJobFiles()
  const ended = await runInterruptible(
    async (running) => {
      if (file !== undefined) await putInput(files, job.inputKey, file, running)
      const stop = await startSteps(job, options)
      try {
        return await follow(jobs, job, running)
      } finally {
        await stop()
      }
    },
    (signalName) =>
      new Error(
        `Stopped by ${signalName}; go on with: ${cairnCommand} jobs resume ${job.jobId} --account ${job.accountId}`,
      ),
  )
  if (ended.state !== 'succeeded') throw new Error(describeFailure(ended, file))
  const output = options.output ?? outputBeside(file ?? job.jobId, ended.result!.key)
  await saveResult(files, ended, output)
  print(options, { ...toJobRow(ended), output }, `${describe(ended)}\n${output}`)
}

function describeFailure(job: Job, file: string | undefined): string {
  const { state, error } = summarizeJob(job)
  if (!error) return `Job ${job.jobId} was ${state}.`
  const where = [file && basename(file), error.line && `line ${error.line}`].filter(Boolean)
  return [...where, error.message].join(': ')
}

function describe(job: Job): string {
  const { counts, charged_usd } = summarizeJob(job)
  const number = (value: number) => value.toLocaleString('en')
  const parts = [
    `${number(counts.total)} rows`,
    `${number(counts.matched)} matched`,
    `${number(counts.unmatched)} unmatched`,
    `${number(counts.failed)} failed`,
  ]
  return `${parts.join(', ')}; charged ${charged_usd} USD`
}

export async function list({
  account = demoAccount,
  limit = 20,
  ...options
}: AccountOption & { limit?: number }): Promise<void> {
  const jobs = await openJobs()
  const rows = (await jobs.list(account, { limit })).map(toJobRow)
  printTable(options, rows, {
    columns: ['job_id', 'state', 'rows', 'matched', 'unmatched', 'failed', 'charged_usd', 'file'],
    empty: `Account ${account} has no jobs.`,
  })
}

export async function show(
  jobId: string,
  { account = demoAccount, ...options }: AccountOption,
): Promise<void> {
  const jobs = await openJobs()
  printRecord(options, toJobRow(await findJob(jobs, { accountId: account, jobId })))
}

export async function cancel(
  jobId: string,
  { account = demoAccount, ...options }: AccountOption,
): Promise<void> {
  const jobs = await openJobs()
  const job = await withAccounts((accounts) =>
    cancelJob({ accountId: account, jobId }, { jobs, accounts }),
  )
  printRecord(options, toJobRow(job))
}
