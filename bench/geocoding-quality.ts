import { appendFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { qualitySets } from '../test/places/search/quality/all-sets.ts'
import type { Half, QualitySet } from '../test/places/search/quality/quality-set.ts'
import { openRegion, qualityRegions } from '../test/places/search/quality/regions.ts'
import { type Answer, rightShare, runSet } from '../test/places/search/quality/run-set.ts'
import { bandTables } from './geocoding-quality-bands.ts'
import { table } from './statistics.ts'

/** Cases of each group of a set in a region. */
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
 * How many queries of each set are answered right, on regions and on clips of them; a development half to
 * tune on and an unseen half to judge by.
 */
export async function geocodingQualityBenchmark(args: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({ args: [...args], options })
  if (values.help) return console.log(usage)
  const sets = chosen(qualitySets, values.set)
  const regions = chosen(qualityRegions, values.region)
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
      if (values.failures) appendFileSync(values.failures, failuresOf(found))
      if (values.answers) appendFileSync(values.answers, linesOf(found))
    }
  }
  for (const set of sets) {
    // A calibration set has many groups.
    report(set, answers, values.by === 'region' && !set.bands)
    if (set.bands) console.log(bandTables(answers.filter((answer) => answer.set === set.name)))
  }
}

function chosen<T extends { name: string }>(all: readonly T[], names?: readonly string[]): T[] {
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
      percent(found.filter((answer) => answer.outcome === outcome).length / found.length)
    return [
      group,
      region,
      half,
      String(found.length),
      percent(share),
      percentOf('wrong'),
      percentOf('nothing'),
      goal === undefined ? '' : `${percent(goal)}${share < goal ? ' missed' : ''}`,
    ]
  })
  if (rows.length === 0) return
  rows.sort((a, b) => (a.slice(0, 3).join('\t') < b.slice(0, 3).join('\t') ? -1 : 1))
  console.log(`${set.name}: right is ${set.right}`)
  const header = ['', 'region', 'half', 'cases', 'right', 'wrong', 'nothing', 'goal']
  console.log(`${table([header, ...rows])}\n`)
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function failuresOf(answers: readonly Answer[]): string {
  return answers
    .filter(({ outcome }) => outcome !== 'right')
    .map(({ set, region, half, group, text, results: [first] }) => {
      const said = first
        ? `${first.house ? 'address' : first.place.type} ${labelOf(first)} ${first.confidence.toFixed(2)}`
        : 'nothing'
      return `${[set, region.name, half, group, text, said].join('\t')}\n`
    })
    .join('')
}

function labelOf({ place, house }: Answer['results'][number]): string {
  const address = [place.street, place.houseNumber].filter(Boolean).join(' ')
  const parents = place.parents.map(({ name }) => name).join(', ')
  return `"${[place.name, house?.number, address && `(${address})`].filter(Boolean).join(' ')}" in ${parents}`
}

function linesOf(answers: readonly Answer[]): string {
  return answers
    .map(({ results: [first], region, ...answer }) => {
      const found = first && {
        confidence: first.confidence,
        matchType: first.matchType,
        placeType: first.house ? 'address' : first.place.type,
        label: labelOf(first),
      }
      return `${JSON.stringify({ ...answer, region: region.name, found })}\n`
    })
    .join('')
}

if (import.meta.main) await geocodingQualityBenchmark(process.argv.slice(2))
