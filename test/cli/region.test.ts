import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let home: string
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-cli-'))
})
afterAll(() => rmSync(home, { recursive: true }))

function region(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, CAIRN_HOME: home }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli/region.ts', ...args], {
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

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
      'only with elevation',
    ],
    ['an option without a value', ['build', 'alps', '--osm'], "'--osm <file...>' argument missing"],
    ['an unknown option', ['list', '--al'], "unknown option '--al'"],
    ['a name that cannot be one', ['show', 'The Alps'], '"The Alps" is not a region name'],
    ['a build that cannot be one', ['publish', 'alps', 'last'], '"last" is not a build id'],
    ['a size that is none', ['fetch', 'x', '--max-gb', 'big'], '--max-gb is a number above 0'],
    ['an area that cannot be one', ['fetch', 'Europe'], '"Europe" is not the name of an area'],
  ])('used wrongly (%s) says so in one line and exits 2', (_, args, sentence) => {
    const { status, stdout, stderr } = region(...args)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^region: [^\n]+\n$/)
    expect(stderr).toContain(sentence)
  })

  test.each([
    ['a missing file', ['build', 'alps', '--osm', 'no.osm.pbf'], 'There is no file no.osm.pbf.'],
    ['an unknown region', ['show', 'alps'], 'There is no region alps'],
    ['nothing to go back to', ['rollback', 'alps'], 'Nothing is published of region alps.'],
    [
      'an unknown build',
      ['publish', 'alps', '20261121T004512Z-3f9a1c'],
      'Region alps has no build',
    ],
  ])('that fails (%s) says so in one line and exits 1', (_, args, sentence) => {
    const { status, stdout, stderr } = region(...args)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^region: [^\n]+\n$/)
    expect(stderr).toContain(sentence)
  })

  test.each([[], ['build'], ['list'], ['show'], ['publish'], ['rollback'], ['fetch']])(
    'explains itself: %s --help',
    (...command) => {
      const { status, stdout, stderr } = region(...command, '--help')
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(stdout).toContain('Usage: region')
      expect(stdout.split('\n').every((line) => line.length <= 80)).toBe(true)
    },
  )

  test('lists nothing where there is nothing, for people and for programs', () => {
    expect(region('list')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('no regions'),
    })
    expect(region('list', '--json')).toEqual({ status: 0, stdout: '[]\n', stderr: '' })
  })
})
