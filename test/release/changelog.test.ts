import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  findChangelogFaults,
  readUnreleased,
  readVersion,
  setVersion,
} from '../../release/index.ts'

const log = (...sections: string[]) => `# Changelog\n\n${sections.join('\n\n')}\n`
const today = '2026-11-23'

test.each([
  [log('## [Unreleased]', '## [1.1.0] - 2026-11-23\n\n- A.', '## [1.0.0] - 2026-11-22'), []],
  [
    log('## [Unreleased]\n\n- B.', '## [1.1.0] - 2026-11-23'),
    ['CHANGELOG.md has changes under "Unreleased".'],
  ],
  [
    log('## [Unreleased]', '## [1.0.0] - 2026-11-22'),
    ['CHANGELOG.md has no section "## [1.1.0] - YYYY-MM-DD" on top.'],
  ],
  [
    log('## [1.1.0] - 2026-11-24', '## [1.0.0] - 2026-11-22'),
    ['Version 1.1.0 is dated 2026-11-24, in the future.'],
  ],
  [
    log('## [1.1.0] - 2026-11-21', '## [1.0.0] - 2026-11-22'),
    ['Version 1.1.0 is dated before version 1.0.0.'],
  ],
])('a changelog is ready for a release or its faults are listed (%#)', (text, faults) => {
  expect(findChangelogFaults(text, '1.1.0', today)).toEqual(faults)
})

test('all manifests have the newest version in the changelog', () => {
  const [newest] = /^## \[\d.*$/m.exec(readFileSync('CHANGELOG.md', 'utf8'))!
  expect(newest).toContain(`[${readVersion()}]`)
  for (const file of ['client/package.json', 'package-lock.json'])
    expect(JSON.parse(readFileSync(file, 'utf8')).version).toBe(readVersion())
})

test('a new version is set in every manifest and receives the unreleased changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-version-'))
  mkdirSync(join(folder, 'client'))
  for (const file of ['package.json', 'package-lock.json', 'client/package.json'])
    cpSync(file, join(folder, file))
  const changelog = join(folder, 'CHANGELOG.md')
  writeFileSync(changelog, log('## [Unreleased]\n\n- C.', '## [1.0.0] - 2026-11-22\n\n- A.'))
  setVersion('1.1.0', today, folder)
  expect(readVersion(folder)).toBe('1.1.0')
  expect(JSON.parse(readFileSync(join(folder, 'client/package.json'), 'utf8')).version).toBe(
    '1.1.0',
  )
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  expect([lock.version, lock.packages[''].version]).toEqual(['1.1.0', '1.1.0'])
  const text = readFileSync(changelog, 'utf8')
  expect(readUnreleased(text)).toBe('')
  expect(text).toContain('## [1.1.0] - 2026-11-23\n\n- C.\n\n## [1.0.0]')
  expect(findChangelogFaults(text, '1.1.0', today)).toEqual([])
  expect(() => setVersion('1.1.0', today, folder)).toThrow('version 1.1.0 already')
})
