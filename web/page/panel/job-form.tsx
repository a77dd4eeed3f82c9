import { useRef, useState } from 'preact/hooks'
import { call, isOk } from '../api.ts'
import { facts } from '../facts.ts'
import { buildUploadCommand, sendFile, UploadBrokeOff } from '../job-calls.ts'
import { estimateRows, formatSize, type RowEstimate } from '../job-file.ts'
import { store, useStore } from '../store.ts'
import { useField } from '../views/fields.ts'
import { Choice, FileInput, Input } from './inputs.tsx'
import { JobProgress } from './job-progress.tsx'
import { Scrolled } from './scrolled.tsx'

interface ChosenFile {
  file: File
  estimate: RowEstimate
}

/** Form to geocode a file of addresses as a job, with price, progress and result. */
export function JobForm() {
  const jobId = useStore((state) => state.fields['list.job'] ?? '')
  const [chosen, setChosen] = useState<ChosenFile>()
  const [uploaded, setUploaded] = useState<number>()
  const [fault, setFault] = useState<string>()
  /** Shell command that sends the file, shown after the page's upload broke off. */
  const [command, setCommand] = useState<string>()
  const upload = useRef<AbortController>(undefined)
  const output = useField('list.output', '')
  const columns = useField('list.columns', '')

  const leave = () => {
    upload.current?.abort()
    setJob('')
    setChosen(undefined)
    setUploaded(undefined)
    setCommand(undefined)
    setFault(undefined)
    store.set({ exchange: undefined })
  }
  const start = async ({ file }: ChosenFile) => {
    upload.current = new AbortController()
    const { signal } = upload.current
    setFault(undefined)
    setUploaded(0)
    try {
      const input = buildJobInput(output[0], columns[0])
      const exchange = await call({ operation: 'geocoding/jobs/create', input }, signal)
      store.set({ exchange })
      if (!isOk(exchange)) return
      const created = exchange.answer
      const { upload: form } = created
      setJob(created.job_id)
      await sendFile(form, file, { signal, onProgress: setUploaded }).catch((error: unknown) => {
        if (error instanceof UploadBrokeOff) setCommand(buildUploadCommand(form, file.name))
        throw error
      })
    } catch (error) {
      // The message of `fetch` does not help a user.
      const isNetwork = error instanceof TypeError
      const { message } = error as Error
      if (!signal.aborted) setFault(isNetwork ? 'The server cannot be reached.' : message)
    } finally {
      setUploaded(undefined)
    }
  }
  return (
    <section class="job" aria-labelledby="job-title">
      <h2 id="job-title">A whole file, as a job</h2>
      {jobId ? (
        <JobProgress key={jobId} jobId={jobId} uploaded={uploaded} onLeave={leave} />
      ) : (
        <>
          <FileInput
            label="CSV or JSON Lines file"
            accept=".csv,.tsv,.txt,.jsonl,.ndjson"
            take={(file) => {
              setFault(undefined)
              void estimateRows(file).then((estimate) => setChosen({ file, estimate }))
            }}
          >
            {chosen && <FileFacts {...chosen} />}
          </FileInput>
          <div class="fields">
            <Choice
              label="Result"
              of={output}
              choices={[
                ['', 'as the file'],
                ['csv', 'CSV'],
                ['jsonl', 'JSON Lines'],
                ['geojson', 'GeoJSON'],
              ]}
            />
            <Input
              label="Columns of the text"
              of={columns}
              placeholder="by their names"
              title="Where the header does not say which columns hold the address: their names, with commas between them."
            />
          </div>
          <button
            type="button"
            class="primary"
            disabled={!chosen || chosen.estimate.rows === 0 || uploaded !== undefined}
            onClick={() => chosen && void start(chosen)}
          >
            Send the file
          </button>
        </>
      )}
      {fault && (
        <p class="error" role="alert">
          {fault}
        </p>
      )}
      {command && (
        <>
          <p>Or send it by this command, if the page cannot:</p>
          <Scrolled name="Command that sends the file">
            <pre class="code">{command}</pre>
          </Scrolled>
        </>
      )}
    </section>
  )
}

/** Name, size, rows and price of a file. */
function FileFacts({ file, estimate: { rows, isCounted } }: ChosenFile) {
  const usd = (rows * Number(facts.jobRowPrice)).toFixed(4).replace(/(\.\d\d\d*?)0+$/, '$1')
  return (
    <p role="status">
      <bdi>{file.name}</bdi>, {formatSize(file.size)}:{' '}
      {rows === 0
        ? 'it has no rows.'
        : `${isCounted ? '' : 'about '}${rows.toLocaleString('en')} rows, at most ${usd} USD. ` +
          `${facts.jobRowPrice} USD for each row that is answered.`}
    </p>
  )
}

/** Stores the job's id in the URL, without an undo step. */
function setJob(id: string): void {
  const { 'list.job': _, ...others } = store.get().fields
  store.set({ fields: id ? { ...others, 'list.job': id } : others })
}

function buildJobInput(output: string, columns: string): Record<string, unknown> {
  const text = columns
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return {
    ...(output !== '' && { output }),
    ...(text.length > 0 && { columns: { text } }),
  }
}
