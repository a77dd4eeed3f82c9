import { describe, expect, test, vi } from 'vitest'
import { showProgress } from '#platform/progress'

function terminal(isTTY: boolean, columns = 80) {
  let text = ''
  return { isTTY, columns, write: (more: string) => (text += more), text: () => text }
}

describe('progress', () => {
  test('prints one line per finished stage, with its seconds, outside a terminal', () => {
    const log = terminal(false)
    let now = 0
    const { progress, stop } = showProgress(log, () => now)
    progress({ stage: 'Converting elevation', fraction: 0 })
    now = 1500
    progress({ stage: 'Converting elevation', fraction: 0.5 })
    expect(log.text()).toBe('')
    now = 4720
    progress({ stage: 'Converting elevation', fraction: 1 })
    progress({ stage: 'Packing', fraction: 0 })
    stop()
    expect(log.text()).toMatch(/^Converting elevation +4\.7 s\n$/)
  })

  test('redraws one line in a terminal, never wider than the terminal', () => {
    const log = terminal(true, 60)
    const { progress, stop } = showProgress(log, () => 0)
    for (let i = 0; i <= 100; i++) progress({ stage: 'Building the road graph', fraction: i / 100 })
    stop()
    const drawn = log.text().split('\r').slice(1)
    expect(drawn.length).toBeGreaterThan(100)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the control characters are under test
    for (const line of drawn) expect(line.replace(/\x1b\[\d*K|\n/g, '').length).toBeLessThan(60)
    expect(log.text().match(/\n/g)).toHaveLength(1)
    expect(log.text()).toContain(' 50 %')
  })

  test('never runs backwards within a stage', () => {
    const log = terminal(true)
    const { progress, stop } = showProgress(log, () => 0)
    for (const fraction of [0.2, 0.6, 0.4, 0.5]) progress({ stage: 'x', fraction })
    stop()
    expect(log.text().match(/\d+ %/g)).toEqual(['20 %', '60 %'])
  })

  test('shows the bytes of a transfer, and the time left at the rate of this attempt', () => {
    const log = terminal(true)
    let now = 0
    const { progress, stop } = showProgress(log, () => now)
    const at = (doneBytes: number) =>
      progress({
        stage: 'Uploading',
        fraction: doneBytes / 100e6,
        transferred: { doneBytes, totalBytes: 100e6 },
      })
    at(40e6)
    expect(log.text()).toMatch(/ 40 % {2}40\.0 of 100\.0 MB\S*$/)
    now = 10_000
    at(50e6)
    stop()
    // 10 MB in 10 s since the start; the first 40 MB were already there.
    expect(log.text()).toContain(' 50 %  50.0 of 100.0 MB  0:50 left')
    for (const line of log.text().split('\r')) expect(line.length).toBeLessThan(84)
  })

  test('keeps the clock running between reports, and clears the line when stopped', () => {
    vi.useFakeTimers()
    try {
      const log = terminal(true)
      const { progress, stop } = showProgress(log)
      progress({ stage: 'Packing', fraction: 0.1 })
      vi.advanceTimersByTime(65_000)
      expect(log.text()).toContain('1:05')
      stop()
      expect(log.text().endsWith('\r\x1b[2K')).toBe(true)
      const length = log.text().length
      vi.advanceTimersByTime(5_000)
      expect(log.text()).toHaveLength(length)
    } finally {
      vi.useRealTimers()
    }
  })
})
