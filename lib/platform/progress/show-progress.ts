import { formatSize } from './format-size.ts'

/** The state of long work: a build, a download, an upload. */
export interface ProgressEvent {
  /** Name of the stage, for example `Building the road graph`. */
  stage: string
  /** 0 to 1 within the stage; 1 completes it. */
  fraction: number
  /** Bytes of a transfer, shown with an estimate of the time left. */
  transferred?: { doneBytes: number; totalBytes: number }
}

export type Progress = (event: ProgressEvent) => void

interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const barCells = 24
/** Width of the bar of a transfer, which leaves room for its bytes. */
const shortBarCells = 12
/** Time before the first estimate of the time left, ms; an earlier one would fluctuate. */
const firstEstimateMs = 1000
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']

function drawBar(fraction: number, cells: number): string {
  const filled = Math.floor(fraction * cells * 8)
  const whole = '█'.repeat(Math.floor(filled / 8)) + eighths[filled % 8]
  return whole + '·'.repeat(cells - whole.length)
}

function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

interface Transfer {
  doneBytes: number
  totalBytes: number
  /** Bytes already transferred when the stage began; they do not count toward its rate. */
  inheritedBytes: number
}

/** Formats a transfer: `12.3 of 45.6 MB 0:12 left`; without the time until there is an estimate. */
function formatTransfer(
  { doneBytes, totalBytes, inheritedBytes }: Transfer,
  elapsedMs: number,
): string {
  const [total, unit] = formatSize(totalBytes).split(' ')
  const scale = { kB: 1e3, MB: 1e6, GB: 1e9 }[unit!]!
  const decimals = total!.split('.')[1]?.length ?? 0
  const bytes = `${(doneBytes / scale).toFixed(decimals)} of ${total} ${unit}`
  const newBytes = doneBytes - inheritedBytes
  if (newBytes <= 0 || elapsedMs < firstEstimateMs) return bytes
  return `${bytes}  ${formatClock((elapsedMs * (totalBytes - doneBytes)) / newBytes)} left`
}

/** Formats the line of a finished stage: `Building the road graph 1.4 s`. */
function formatDone(stage: string, milliseconds: number): string {
  return `${stage.padEnd(28)}${(milliseconds / 1000).toFixed(1).padStart(7)} s`
}

interface Stage {
  stage: string
  startedAt: number
  fraction: number
  transfer?: Transfer
}

/**
 * Shows progress on a terminal as one line that redraws itself and becomes a permanent line for each finished stage.
 * Elsewhere (a log, a pipe) it only shows the lines of the finished stages.
 *
 * @returns `progress`, and `stop`, which clears the unfinished line.
 */
export function showProgress(
  terminal: Terminal,
  now: () => number = () => performance.now(),
): { progress: Progress; stop(): void } {
  const redraws = terminal.isTTY === true
  let current: Stage | undefined
  let timer: NodeJS.Timeout | undefined
  let drawn = ''

  const clear = (): void => {
    if (redraws) terminal.write('\r\x1b[2K')
  }
  const draw = (): void => {
    if (!redraws || !current) return
    const { stage, startedAt, fraction, transfer } = current
    const elapsedMs = now() - startedAt
    const percent = `${Math.floor(fraction * 100)}`.padStart(3)
    const cells = transfer ? shortBarCells : barCells
    const rest = transfer ? formatTransfer(transfer, elapsedMs) : formatClock(elapsedMs)
    const line = `${stage.padEnd(28)} ${drawBar(fraction, cells)} ${percent} %  ${rest}`
    const text = line.slice(0, Math.max(20, (terminal.columns || 80) - 1))
    if (text !== drawn) terminal.write(`\r${text}\x1b[K`)
    drawn = text
  }
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
    if (current) clear()
    current = undefined
    drawn = ''
  }
  const progress: Progress = ({ stage, fraction, transferred }) => {
    if (current?.stage !== stage) {
      stop()
      current = { stage, startedAt: now(), fraction: 0 }
      // Keep the clock running while the work reports nothing.
      if (redraws) timer = setInterval(draw, 500).unref()
    }
    current.fraction = Math.max(current.fraction, Math.min(1, fraction))
    if (transferred) {
      const inheritedBytes = current.transfer?.inheritedBytes ?? transferred.doneBytes
      current.transfer = { ...transferred, inheritedBytes }
    }
    if (fraction < 1) return draw()
    const line = formatDone(stage, now() - current.startedAt)
    stop()
    terminal.write(`${line}\n`)
  }
  return { progress, stop }
}
