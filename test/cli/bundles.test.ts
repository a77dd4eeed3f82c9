import { expect, test } from 'vitest'
import { runCommand } from '../fixtures/command-line.ts'

const bundles = (...args: string[]) => runCommand('cli/bundles.ts', args)

test('bundles prints a row for each requested function', () => {
  const { status, stdout } = bundles('ledger')
  expect(status).toBe(0)
  const [head, row, ...more] = stdout.trim().split('\n')
  expect(head).toMatch(/^function +bytes +initial +gzip +most of it$/)
  expect(row).toMatch(/^ledger( +[\d,]+){3} +\S+ \d+ kB/)
  expect(more).toEqual([])
})

test('bundles refuses a function that does not exist', () => {
  expect(bundles('ledger', 'routing/rout')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'bundles: there is no function "routing/rout"; --help lists them\n',
  })
})
