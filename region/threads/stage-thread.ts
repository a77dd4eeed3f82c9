import { parentPort, workerData } from 'node:worker_threads'
import { failureOf } from '../thread-failure.ts'
import type { StageMessage, StageOrder } from './messages.ts'
import { runStage } from './stages.ts'

// The thread of a stage: runs it and ends.
const say = (message: StageMessage): void => parentPort!.postMessage(message)
const { name, request } = workerData as StageOrder
try {
  const files = await runStage(name, request, {
    onProgress: (fraction) => say({ kind: 'progress', fraction }),
    onWarning: (text) => say({ kind: 'warning', text }),
  })
  say({ kind: 'done', files })
} catch (error) {
  say({ kind: 'failed', ...failureOf(error) })
}
