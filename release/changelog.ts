/**
 * Parses the released versions of a changelog with their dates, in the order of the text, which should be newest first
 * (https://keepachangelog.com).
 */
export function parseReleases(changelog: string): { version: string; date: string }[] {
  return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/gm)].map(
    ([, version, date]) => ({ version: version!, date: date! }),
  )
}

/** Returns the text under "Unreleased". */
export function readUnreleased(changelog: string): string {
  return /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|(?![\s\S]))/m.exec(changelog)?.[1]?.trim() ?? ''
}

/**
 * Finds what keeps a version from being released with this changelog. The version must be the first listed, no date may
 * be in the future or before that of an older version, and "Unreleased" must be empty.
 */
export function findChangelogFaults(changelog: string, version: string, today: string): string[] {
  const releases = parseReleases(changelog)
  const faults: string[] = []
  if (releases[0]?.version !== version)
    faults.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD" on top.`)
  for (const [i, { version: each, date }] of releases.entries()) {
    if (date > today) faults.push(`Version ${each} is dated ${date}, in the future.`)
    const older = releases[i + 1]
    if (older && older.date > date)
      faults.push(`Version ${each} is dated before version ${older.version}.`)
  }
  if (readUnreleased(changelog)) faults.push('CHANGELOG.md has changes under "Unreleased".')
  return faults
}
