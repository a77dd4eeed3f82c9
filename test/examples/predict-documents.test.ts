import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { predict } from '../../functions/predict/contract.ts'
import { proxyEvent } from '../fixtures/event.ts'
import { handlerOf, newCaller } from '../fixtures/handler.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are JSON.
type Json = any
let call: (body: unknown) => Promise<Json>
beforeAll(async () => {
  const caller = { ...(await newCaller()), grants: ['predict'] }
  const handler = await handlerOf(predict)
  call = async (body) => JSON.parse((await handler(proxyEvent({ body, caller }))).body)
})

/** Returns the requests with segments in a document, each with the JSON block that follows it. */
function examplesIn(file: string): { request: Json; answer: Json }[] {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(?:sh|json)\n([\s\S]*?)^```/gm)].map(
    ([, text]) => /-d '([\s\S]*)'/.exec(text!)?.[1] ?? text!,
  )
  return blocks.flatMap((text, i) =>
    text.includes('"profile"') && text.includes('"segments"')
      ? [{ request: JSON.parse(text), answer: JSON.parse(blocks[i + 1]!) }]
      : [],
  )
}

test.each([['docs/prediction-answer.md', 3]])(
  'the segment and search examples of %s show the real answers',
  async (file, count) => {
    const examples = examplesIn(file)
    expect(examples).toHaveLength(count)
    for (const { request, answer } of examples) {
      const { summary } = await call(request)
      expect(summary).toMatchObject(answer)
    }
  },
)

test('the search example of the documents agrees with a calculation by hand from the example before', () => {
  const [{ answer: before }, { answer: after }] = examplesIn('docs/prediction-answer.md') as [
    Json,
    Json,
  ]
  const success = 0.7 * before.segments[0].probability
  expect(after.searched.probability_of_success).toBeCloseTo(success, 5)
  const byHand = [
    (before.segments[0].probability * 0.3) / (1 - success),
    before.segments[1].probability / (1 - success),
  ]
  after.segments.forEach(({ probability }: Json, i: number) => {
    expect(probability).toBeCloseTo(byHand[i]!, 5)
  })
  expect(after.outside_mass).toBeCloseTo(before.outside_mass / (1 - success), 5)
})
