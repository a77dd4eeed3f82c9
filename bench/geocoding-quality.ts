import { appendFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { qualitySets } from '../test/places/search/quality/all-sets.ts'
import type { Half, QualitySet } from '../test/places/search/quality/quality-set.ts'
import { openRegion, qualityRegions } from '../test/places/search/quality/regions.ts'
import { type Answer, rightShare, runSet } from '../test/places/search/quality/run-set.ts'
import { formatBandTables } from './geocoding-quality-bands.ts'
import { formatTable } from './statistics.ts'

/** Maximum number of cases per group of a set in a region. */
const defaultLimit = 300

const usage = `node bench/geocoding-quality.ts [options]
  --set NAME       only this set (repeat for several): ${qualitySets.map(({ name }) => name).join(', ')}
  --region NAME    only this region or clip (repeat for several): ${qualityRegions.map(({ name }) => name).join(', ')}
  --half HALF      only development or unseen
  --limit N        cases of each group of a set in a region (${defaultLimit})
  --seed N         draws other cases (16)
  --by region      one row for each region instead of each kind of region
  --failures FILE  writes what is not right, one line each
  --answers FILE   writes every answer as a line of JSON`

const options = {
  set: { type: 'string', multiple: true },
  region: { type: 'string', multiple: true },
  half: { type: 'string' },
  limit: { type: 'string', default: String(defaultLimit) },
  seed: { type: 'string', default: '16' },
  by: { type: 'string', default: 'kind' },
  failures: { type: 'string' },
  answers: { type: 'string' },
  help: { type: 'boolean' },
} as const

/**
 * Measures how many queries of each set are answered correctly, on regions and on clips of them. A development half
 * serves for tuning, an unseen half for judging.
 */
export async function runGeocodingQualityBenchmark(args: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({ args: [...args], options })
  if (values.help) return console.log(usage)
  const sets = selectByName(qualitySets, values.set)
  const regions = selectByName(qualityRegions, values.region)
  const [limit, seed] = [Number(values.limit), Number(values.seed)]
  const half = values.half as Half | undefined
  for (const file of [values.failures, values.answers]) if (file) writeFileSync(file, '')
  const answers: Answer[] = []
  for (const region of regions) {
    const data = await openRegion(region)
    if (!data) {
      console.log(`${region.name} is left out: its extract is not on this machine`)
      continue
    }
    for (const set of sets) {
      const found = await runSet(set, data, { seed, limit, half })
      answers.push(...found)
      if (values.failures) appendFileSync(values.failures, listFailures(found))
      if (values.answers) appendFileSync(values.answers, formatLines(found))
    }
  }
  for (const set of sets) {
    // Regions are not listed for a calibration set, which has many groups.
    report(set, answers, values.by === 'region' && !set.bands)
    if (set.bands)
      console.log(formatBandTables(answers.filter((answer) => answer.set === set.name)))
  }
}

function selectByName<T extends { name: string }>(
  all: readonly T[],
  names?: readonly string[],
): T[] {
  const unknown = names?.find((name) => !all.some((item) => item.name === name))
  if (unknown) throw new RangeError(`there is no "${unknown}"\n${usage}`)
  return all.filter(({ name }) => !names || names.includes(name))
}

function report(set: QualitySet, answers: readonly Answer[], byRegion: boolean): void {
  const groups = new Map<string, Answer[]>()
  for (const answer of answers) {
    if (answer.set !== set.name) continue
    const { region, half, group } = answer
    const key = [group, byRegion ? region.name : region.kind, half].join('\t')
    groups.set(key, [...(groups.get(key) ?? []), answer])
  }
  const rows = [...groups].map(([key, found]) => {
    const [group, region, half] = key.split('\t') as [string, string, Half]
    const goal = set.goals?.[group]
    const share = rightShare(found)
    const percentOf = (outcome: string) =>
      formatPercent(found.filter((answer) => answer.outcome === outcome).length / found.length)
    return [
      group,
      region,
      half,
      String(found.length),
      formatPercent(share),
      percentOf('wrong'),
      percentOf('nothing'),
      goal === undefined ? '' : `${formatPercent(goal)}${share < goal ? ' missed' : ''}`,
    ]
  })
  if (rows.length === 0) return
  rows.sort((a, b) => (a.slice(0, 3).join('\t') < b.slice(0, 3).join('\t') ? -1 : 1))
  console.log(`${set.name}: right is ${set.right}`)
  const header = ['', 'region', 'half', 'cases', 'right', 'wrong', 'nothing', 'goal']
  console.log(`${formatTable([header, ...rows])}\n`)
}

function formatPercent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function listFailures(answers: readonly Answer[]): string {
  return answers
    .filter(({ outcome }) => outcome !== 'right')
    .map(({ set, region, half, group, text, results: [first] }) => {
      const said = first
        ? `${first.house ? 'address' : first.place.type} ${formatLabel(first)} ${first.confidence.toFixed(2)}`
        : 'nothing'
      return `${[set, region.name, half, group, text, said].join('\t')}\n`
    })
    .join('')
}

function formatLabel({ place, house }: Answer['results'][number]): string {
  const address = [place.street, place.houseNumber].filter(Boolean).join(' ')
  const parents = place.parents.map(({ name }) => name).join(', ')
  return `"${[place.name, house?.number, address && `(${address})`].filter(Boolean).join(' ')}" in ${parents}`
}

function formatLines(answers: readonly Answer[]): string {
  return answers
    .map(({ results: [first], region, ...answer }) => {
      const found = first && {
        confidence: first.confidence,
        matchType: first.matchType,
        placeType: first.house ? 'address' : first.place.type,
        label: formatLabel(first),
      }
      return `${JSON.stringify({ ...answer, region: region.name, found })}\n`
    })
    .join('')
}

if (import.meta.main) await runGeocodingQualityBenchmark(process.argv.slice(2))
