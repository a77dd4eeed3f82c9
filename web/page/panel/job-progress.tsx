import { useEffect, useState } from 'preact/hooks'
import { hasKey, isOk } from '../api.ts'
import { callJob, hasEnded, type JobReport, reachableUrl, watchJob } from '../job-calls.ts'
import { store, useStore } from '../store.ts'
import { Facts } from './facts-list.tsx'

/** What a state means to the one who waits. */
const stateTexts: Readonly<Record<string, string>> = {
  awaiting_upload: 'Waits for its file.',
  planning: 'The file is being read.',
  payment_required: 'Waits for a top-up.',
  running: 'Rows are being searched.',
  merging: 'The result is being put together.',
  succeeded: 'The result is ready.',
  failed: 'It has failed. Nothing is charged.',
  cancelled: 'It is cancelled. Nothing is charged.',
}

interface JobProgressProps {
  jobId: string
  /** Share of the file that was sent, while it is sent. */
  uploaded: number | undefined
  /** Another file. */
  onLeave: () => void
}

/** A job until its result can be downloaded. */
export function JobProgress({ jobId, uploaded, onLeave }: JobProgressProps) {
  const [status, setStatus] = useState<JobReport>()
  const [isMissed, setMissed] = useState(false)
  const isReady = useStore((state) => state.region !== undefined && hasKey())
  useEffect(() => {
    if (!isReady) return
    const controller = new AbortController()
    void watchJob(jobId, {
      signal: controller.signal,
      seen: (exchange) => {
        setMissed(false)
        if (isOk(exchange)) setStatus(exchange.answer)
        store.set({ exchange })
      },
      missed: () => setMissed(true),
    })
    return () => controller.abort()
  }, [jobId, isReady])

  const { counts } = status ?? {}
  const share = uploaded ?? (status?.state === 'succeeded' ? 1 : status?.progress)
  const isOver = status !== undefined && hasEnded(status)
  const act = async (operation: 'show' | 'cancel') => {
    const exchange = await callJob(operation, jobId).catch(() => undefined)
    setMissed(!exchange)
    if (!exchange || store.get().view !== 'list') return
    store.set({ exchange })
    if (!isOk(exchange)) return
    setStatus(exchange.answer)
    if (operation === 'show' && exchange.answer.result) download(exchange.answer.result.url)
  }
  return (
    <>
      <p class="hint">
        Job <code>{jobId}</code>
      </p>
      <p role="status">
        {uploaded !== undefined
          ? `${Math.round(100 * uploaded)} % of the file is sent.`
          : status
            ? stateTexts[status.state]
            : 'Asking for its state…'}
      </p>
      {!isOver && <progress aria-label="Progress of the job" max={1} value={share} />}
      {isMissed && <p class="warning">The server does not answer. Asking again…</p>}
      {status?.error && (
        <p class="error" role="alert">
          <span>
            {status.error.message}
            {status.error.line !== undefined && ` Line ${status.error.line}.`}
          </span>
        </p>
      )}
      {counts && counts.total > 0 && (
        <Facts
          facts={[
            ['Rows', number(counts.total)],
            ['With a place', number(counts.matched)],
            ['Without one', number(counts.unmatched)],
            ['Failed', number(counts.failed)],
            ['Charged', `${status?.charged_usd} USD`],
          ]}
        />
      )}
      <div class="row">
        {status?.result && (
          <button type="button" class="primary" onClick={() => void act('show')}>
            Download the result
          </button>
        )}
        {!isOver && (
          <button type="button" onClick={() => void act('cancel')}>
            Cancel the job
          </button>
        )}
        <button type="button" onClick={onLeave}>
          Another file
        </button>
      </div>
    </>
  )
}

function number(count: number): string {
  return count.toLocaleString('en')
}

/** The server sends it as an attachment, so the page stays. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = reachableUrl(url)
  link.click()
}
