import { parentPort, workerData } from 'node:worker_threads'
import { toFailure } from '../thread-failure.ts'
import type { StageMessage, StageOrder } from './messages.ts'
import { runStage } from './stages.ts'

// The thread of a stage: runs the stage and ends.
const send = (message: StageMessage): void => parentPort!.postMessage(message)
const { name, request } = workerData as StageOrder
try {
  const files = await runStage(name, request, {
    onProgress: (fraction) => send({ kind: 'progress', fraction }),
    onWarning: (text) => send({ kind: 'warning', text }),
  })
  send({ kind: 'done', files })
} catch (error) {
  send({ kind: 'failed', ...toFailure(error) })
}
