import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { locateHome } from '#platform/home'

const user = '/home/ada'

test.each([
  ['linux', {}, '/home/ada/.local/share/cairn'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/cairn'],
  ['darwin', {}, '/home/ada/Library/Application Support/cairn'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/cairn'],
  ['win32', {}, '/home/ada/AppData/Local/cairn'],
  ['linux', { CAIRN_HOME: '/srv/cairn', XDG_DATA_HOME: '/data' }, '/srv/cairn'],
] as const)('a package on %s with %j keeps its data in %s', (platform, env, folder) => {
  expect(locateHome(env, { platform, user, isClone: false })).toBe(folder)
})

test('a clone keeps its data in the working directory, unless CAIRN_HOME names another folder', () => {
  expect(locateHome({})).toBe(resolve('.cairn'))
  expect(locateHome({ CAIRN_HOME: 'elsewhere' })).toBe(resolve('elsewhere'))
})
