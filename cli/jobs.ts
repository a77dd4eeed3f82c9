import { type Command, InvalidArgumentError } from 'commander'
import { checkAccountId } from '#platform/accounts'
import { locateHome } from '#platform/home'
import {
  addExamples,
  type CommandLine,
  createProgram,
  explainServiceError,
  jsonOption,
  parseWholeNumber,
  run,
} from './base/index.ts'
import { cancel, list, resume, runFile, show } from './jobs/commands.ts'

const program = createProgram(
  'jobs',
  `Geocodes files of addresses: on this machine, with the data under $CAIRN_HOME (${locateHome({})}); or in a ` +
    'deployment, when CAIRN_JOBS_BUCKET, CAIRN_JOBS_TABLE and CAIRN_TABLE name its parts.',
)
addExamples(program, 'run customers.csv', 'list', 'show job_01kamb3n4v7q2m9x0c5d8e1f6g')

addRunOptions(
  add('run', 'Geocodes a file and writes the result beside it.', [
    'run customers.csv',
    'run customers.csv --format geojson --column "address=Street and number" --column locality=Town',
    'run customers.csv --region andorra --country AND --account acme',
  ]).argument('<file>', 'CSV, or one JSON object a line (.jsonl)'),
)
  .option('--region <name>', 'a region built on this machine (demo, or $REGION)')
  .option('--input-format <name>', 'csv or jsonl (default: by the beginning of the file)')
  .option(
    '--column <name=column>',
    'what a column holds: text, address, street, house_number, locality, postalcode, region, ' +
      'country, ...; can be repeated (default: by the names of the columns)',
    collect,
    [],
  )
  .option('--country <code>', 'only places of this country: ISO 3166-1')
  .option('--lang <tags>', 'languages of names, BCP 47 tags with commas')
  .option('--size <n>', 'most results of a row (1)', parseWholeNumber)
  .option('--place-types <types>', 'only places of these types, with commas')
  .option('--format <name>', 'of the result: csv, jsonl or geojson (default: that of the file)')
  .action(runFile)

addRunOptions(
  add('resume', 'Goes on with a job that was interrupted.', [
    'resume job_01kamb3n4v7q2m9x0c5d8e1f6g --output out.csv',
  ]).argument('<job>', 'job id, as list prints it'),
).action(resume)

add('list', 'Lists jobs, newest first.', ['list --account acme'])
  .option('--limit <n>', 'most jobs (20)', parseWholeNumber)
  .action(list)

add('show', 'Shows a job and where its result lies.', ['show job_01kamb3n4v7q2m9x0c5d8e1f6g'])
  .argument('<job>', 'job id, as list prints it')
  .action(show)

add('cancel', 'Cancels a job; nothing is charged.', ['cancel job_01kamb3n4v7q2m9x0c5d8e1f6g'])
  .argument('<job>', 'job id, as list prints it')
  .action(cancel)

function add(name: string, description: string, examples: string[]): Command {
  const command = program
    .command(name)
    .description(description)
    .option('--account <id>', 'the account that owns the job and pays (demo)', parseAccountId)
    .option(...jsonOption)
  return addExamples(command, ...examples)
}

function addRunOptions(command: Command): Command {
  return command
    .option('--output <file>', 'file of the result (default: beside the file)')
    .option(
      '--processes <n>',
      'processes that work on the rows (one for each core)',
      parseWholeNumber,
    )
}

function collect(value: string, before: string[]): string[] {
  if (!/^[^=]+=./.test(value)) throw new InvalidArgumentError('Expected name=column.')
  return [...before, value]
}

function parseAccountId(text: string): string {
  try {
    checkAccountId(text)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
  return text
}

export const commandLine: CommandLine = {
  name: 'jobs',
  program,
  usesHome: true,
  explain: explainServiceError,
}
if (import.meta.main) await run(commandLine)
