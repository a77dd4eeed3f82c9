import { useEffect, useState } from 'preact/hooks'
import { hasKey, isOk } from '../api.ts'
import { callJob, hasEnded, type JobReport, toReachableUrl, watchJob } from '../job-calls.ts'
import { store, useStore } from '../store.ts'
import { Facts } from './facts-list.tsx'

/** Explanation of each job state for the user. */
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
  /** Share of the file that has been sent, 0 to 1; undefined when no upload is running. */
  uploaded: number | undefined
  /** Called when the user wants to send another file. */
  onLeave: () => void
}

/** Progress of a job until its result can be downloaded. */
export function JobProgress({ jobId, uploaded, onLeave }: JobProgressProps) {
  const [status, setStatus] = useState<JobReport>()
  const [isMissed, setMissed] = useState(false)
  const isReady = useStore((state) => state.region !== undefined && hasKey())
  useEffect(() => {
    if (!isReady) return
    const controller = new AbortController()
    void watchJob(jobId, {
      signal: controller.signal,
      onAnswer: (exchange) => {
        setMissed(false)
        if (isOk(exchange)) setStatus(exchange.answer)
        store.set({ exchange })
      },
      onMissed: () => setMissed(true),
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
            ['Rows', formatCount(counts.total)],
            ['With a place', formatCount(counts.matched)],
            ['Without one', formatCount(counts.unmatched)],
            ['Failed', formatCount(counts.failed)],
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

function formatCount(count: number): string {
  return count.toLocaleString('en')
}

/** Starts a download. The server sends an attachment, so the page stays open. */
function download(url: string): void {
  const link = document.createElement('a')
  link.href = toReachableUrl(url)
  link.click()
}
