/** The released versions of a changelog with their dates, newest first (https://keepachangelog.com). */
export function releasesOf(changelog: string): { version: string; date: string }[] {
  return [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/gm)].map(
    ([, version, date]) => ({ version: version!, date: date! }),
  )
}

/** What stands under "Unreleased". */
export function unreleased(changelog: string): string {
  return /^## \[Unreleased\]\n([\s\S]*?)(?=^## \[|(?![\s\S]))/m.exec(changelog)?.[1]?.trim() ?? ''
}

/**
 * What is wrong with the changelog for a release of this version: it must be the newest, with a date that is not
 * in the future, and above it nothing may be left.
 */
export function changelogFaults(changelog: string, version: string, today: string): string[] {
  const releases = releasesOf(changelog)
  const faults: string[] = []
  if (releases[0]?.version !== version)
    faults.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD" on top.`)
  for (const [i, { version: each, date }] of releases.entries()) {
    if (date > today) faults.push(`Version ${each} is dated ${date}, in the future.`)
    const older = releases[i + 1]
    if (older && older.date > date)
      faults.push(`Version ${each} is dated before version ${older.version}.`)
  }
  if (unreleased(changelog)) faults.push('CHANGELOG.md has changes under "Unreleased".')
  return faults
}
