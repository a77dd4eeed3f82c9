import { expect, test } from 'vitest'
import { checkAnswerLength, maxAnswerCharacters, parseAnswer } from '#routing/engine'
import { startCpuClock } from '../../fixtures/cpu-clock.ts'

test('an engine answer that is too long to parse quickly is refused as too large', () => {
  expect(() => checkAnswerLength(maxAnswerCharacters)).not.toThrow()
  expect(() => checkAnswerLength(maxAnswerCharacters + 1)).toThrow(
    expect.objectContaining({ code: 'payload_too_large', status: 413 }),
  )
})

test('the longest accepted answer blocks the event loop only briefly', () => {
  const step = JSON.stringify({ type: 1, length: 0.25, names: ['Carrer Major'], shape: '_p~iF~ps' })
  const json = `[${Array(Math.floor(maxAnswerCharacters / (step.length + 1)))
    .fill(step)
    .join(',')}]`
  const cpuMs = (work: () => void) => {
    const readClock = startCpuClock()
    work()
    return readClock()
  }
  const times = (work: () => void) => Math.min(...Array.from({ length: 3 }, () => cpuMs(work)))
  // Our parser reads the text once more than the platform's parser.
  expect(times(() => parseAnswer(json))).toBeLessThan(3 * times(() => JSON.parse(json)) + 30)
})
