import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ecoregions, profiles } from '#prediction'
import { buildDistanceDistribution } from '#prediction/distance'
import { type Figure, figures } from '#prediction/figures'

const introduction = `# Figures of the prediction model

Every constant of the model, as \`lib/prediction/figures/\` has it; this list is made from that table, and
a test compares the two (\`npx vitest run -u test/prediction/figures-document.test.ts\` writes it anew). What
the model does with them, and what it must not be used for: [prediction-model.md](prediction-model.md).

How far a figure can be trusted: **A** read in the source itself; **B** two secondary transcriptions that
agree and are independent; **B-** two that agree but stem from the same code; **C** one secondary
transcription; **assumption** chosen here, within what evidence bounds; **definition** true by convention.

| Figure | Value | Unit | Trust | Cases | Source, or why |
|---|---|---|---|---|---|
`

test('the document lists every figure of the table', async () => {
  const rows = rowsOf(figures, [])
  expect(rows.length).toBeGreaterThan(80)
  await expect(`${introduction}${rows.join('\n')}\n\n${policies()}`).toMatchFileSnapshot(
    '../../docs/prediction-figures.md',
  )
})

function rowsOf(table: unknown, path: readonly string[]): string[] {
  if (typeof table !== 'object' || table === null) return []
  if ('code' in table) return [rowOf(path, table as Figure<unknown>)]
  return Object.entries(table).flatMap(([key, entry]) => rowsOf(entry, [...path, key]))
}

function rowOf(path: readonly string[], { value, unit, code, source, cases }: Figure<unknown>) {
  const shown = typeof value === 'number' ? String(Number(value.toPrecision(7))) : plain(value)
  return `| ${path.join(' · ')} | ${shown} | ${unit} | ${code} | ${cases ?? ''} | ${source} |`
}

function plain(value: unknown): string {
  return Array.isArray(value)
    ? value.map(plain).join(Array.isArray(value[0]) ? '; ' : ', ')
    : String(value)
}

function policies(): string {
  const rows = Object.entries(figures.terms).map(
    ([name, { applied, basis, because }]) =>
      `| ${name} | ${applied ? 'applied' : 'off'} | ${basis} | ${because} |`,
  )
  return `## Terms\n\n| Term | | Basis | Because |\n|---|---|---|---|\n${rows.join('\n')}\n`
}

test('the page about the model lists the quantiles and shares of the distance distribution', () => {
  const page = readFileSync(new URL('../../docs/prediction-model.md', import.meta.url), 'utf8')
  for (const profile of profiles) {
    for (const ecoregion of ecoregions) {
      const name = `${profile.split('_')[0]}, ${ecoregion.replace('_mountainous', ' mountains').replace('_', ' ')}`
      const line = page.split('\n').find((row) => row.startsWith(`| ${name} |`))
      const cells = line?.split('|').slice(3, 9).map(Number.parseFloat)
      const distribution = buildDistanceDistribution(profile, ecoregion)
      const kilometers = figures.radial.quantileShares.value.map(
        (share) => distribution.quantile(share) / 1000,
      )
      const shares = [50, 5_000].map((meters) => 100 * distribution.cumulative(meters))
      ;[...kilometers, ...shares].forEach((value, i) => {
        const printed = cells?.[i] ?? Number.NaN
        const off = Math.abs(printed - value)
        expect(off, `${name}, column ${i + 1}: ${printed}`).toBeLessThan(i === 5 ? 0.5 : 0.051)
      })
    }
  }
})
