import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Gazetteer } from '#places/gazetteer'
import { placesOf } from '../test/fixtures/places.ts'
import { type Judgement, judge, type Outcome } from '../test/language/quality/judge.ts'
import { halves, type Question, questionsOf } from '../test/language/quality/questions.ts'
import { runQuestion } from '../test/language/quality/run-question.ts'
import { formatTable } from './statistics.ts'

interface Judged extends Judgement {
  question: Question
  outcome: Outcome
}

const options = {
  failures: { type: 'string' },
  help: { type: 'boolean' },
} as const

const usage = `node bench/language-quality.ts [options]
  --failures FILE  writes what is not right in the development half, one line each`

/**
 * Measures how many questions are read correctly: the operation, and every slot with the places that geocoding
 * resolves. A development half serves for tuning, an unseen half for judging.
 */
export async function runLanguageQualityBenchmark(args: readonly string[] = []): Promise<void> {
  const { values } = parseArgs({ args: [...args], options })
  if (values.help) return console.log(usage)
  const gazetteers = new Map<string, Gazetteer | undefined>()
  for (const half of halves) {
    const judged: Judged[] = []
    for (const question of questionsOf(half)) {
      const { region } = question
      if (!gazetteers.has(region)) gazetteers.set(region, await placesOf(region))
      const gazetteer = gazetteers.get(region)
      if (!gazetteer) continue
      const outcome = await runQuestion(question, gazetteer)
      judged.push({ question, outcome, ...judge(question.expect, outcome) })
    }
    report(half, judged)
    if (values.failures && half === 'development')
      writeFileSync(values.failures, formatLines(judged))
  }
}

function report(half: string, judged: readonly Judged[]): void {
  const groups = [
    ...Map.groupBy(judged, ({ question }) => question.language),
    ...Map.groupBy(judged, ({ question }) => question.expect.error ?? question.expect.intent),
    ['all', judged] as const,
  ]
  const percent = (of: readonly Judged[], name: keyof Judgement) =>
    `${((100 * of.filter((one) => one[name]).length) / of.length).toFixed(1)} %`
  const rows = groups.map(([name, of]) => [
    name,
    String(of.length),
    percent(of, 'intent'),
    percent(of, 'slots'),
  ])
  const answered = judged.filter(({ answeredRefusal }) => answeredRefusal).length
  console.log(`language-quality, ${half} half; refusals answered: ${answered}`)
  console.log(`${formatTable([['', 'questions', 'intent', 'all slots'], ...rows])}\n`)
}

function formatLines(judged: readonly Judged[]): string {
  return judged
    .filter(({ slots }) => !slots)
    .map(({ question: { id, text, expect }, outcome }) =>
      [id, JSON.stringify(text), JSON.stringify(expect), JSON.stringify(outcome)].join('\t'),
    )
    .join('\n')
}

if (import.meta.main) await runLanguageQualityBenchmark(process.argv.slice(2))
