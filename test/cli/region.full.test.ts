import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandLine } from '../../cli/region.ts'
import { defaultMaxGigabytes } from '../../region/index.ts'
import { helpOf, runCommand } from '../fixtures/command-line.ts'

const { program } = commandLine

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-cli-'))
})
afterAll(() => rmSync(home, { recursive: true }))

const region = (...args: string[]) => runCommand('cli/region.ts', args, { CAIRN_HOME: home })

describe('the region command', () => {
  test.each([
    ['no command', [], 'name a command'],
    ['an unknown command', ['bild'], "unknown command 'bild'"],
    ['a missing name', ['build'], "missing required argument 'name'"],
    ['no extract', ['build', 'alps'], 'name at least one extract: --osm FILE'],
    ['elevation without an extract', ['build', 'demo', '--dem', 'x'], 'name at least one extract'],
    [
      'land cover without elevation',
      ['build', 'x', '--osm', 'x', '--landcover', 'x'],
      '--landcover needs elevation',
    ],
    ['an option without a value', ['build', 'alps', '--osm'], "'--osm <file...>' argument missing"],
    ['an unknown option', ['list', '--al'], "unknown option '--al'"],
    ['an invalid name', ['show', 'The Alps'], '"The Alps" is not a region name'],
    ['an invalid build id', ['publish', 'alps', 'last'], '"last" is not a build id'],
    ['an invalid size', ['fetch', 'x', '--max-gb', 'big'], '--max-gb is a number above 0'],
    [
      'parts of parts',
      ['build', 'x', '--osm', 'x', '--parts-from', 'x', '--parts', '2'],
      '--parts',
    ],
    ['no folder of parts', ['build-part', 'x', '--part', '1', '--from', 's3://b'], 's3://BUCKET/'],
    ['an invalid part', ['build-part', 'x', '--part', '31', '--from', 's3://b'], 'from 1 to 30'],
    ['an invalid area', ['fetch', 'Europe'], '"Europe" is not the name of an area'],
  ])('answers wrong usage (%s) with one line and exit code 2', (_, args, sentence) => {
    const { status, stdout, stderr } = region(...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^region: [^\n]+\n$/)
    expect(stderr).toContain(sentence)
  })

  test.each([
    ['a missing file', ['build', 'alps', '--osm', 'no.osm.pbf'], 'There is no file no.osm.pbf.'],
    ['an unknown region', ['show', 'alps'], 'There is no region alps'],
    ['no build to roll back to', ['rollback', 'alps'], 'Nothing is published of region alps.'],
    [
      'an unknown build',
      ['publish', 'alps', '20261121T004512Z-3f9a1c'],
      'Region alps has no build',
    ],
  ])('reports a failure (%s) in one line with exit code 1', (_, args, sentence) => {
    const { status, stdout, stderr } = region(...args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^region: [^\n]+\n$/)
    expect(stderr).toContain(sentence)
  })

  test.each([program, ...program.commands].map((command) => [command.name(), command] as const))(
    'prints a usage line that fits a terminal for %s --help',
    (_, command) => {
      const help = helpOf(command)
      expect(help).toContain('Usage: npm run region --')
      expect(help.split('\n').every((line) => line.length <= 80)).toBe(true)
    },
  )

  test('names the default maximum in fetch --help', () => {
    const command = program.commands.find((candidate) => candidate.name() === 'fetch')!
    expect(helpOf(command)).toContain(`(default: ${defaultMaxGigabytes})`)
  })

  test('lists nothing in an empty home, as text and as JSON', () => {
    expect(region('list')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('no regions'),
    })
    expect(region('list', '--json')).toEqual({ status: 0, stdout: '[]\n', stderr: '' })
  })
})
