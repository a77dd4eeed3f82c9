export { FairQueue } from './fair-queue.ts'
export { onBehalfOf } from './owner.ts'
export { Semaphore } from './semaphore.ts'
export { pause } from './time-slice.ts'
