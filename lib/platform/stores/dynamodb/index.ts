export {
  ConditionFailed,
  guardRequest,
  makeClient,
  OutcomeUnknown,
  sendOnce,
} from './client.ts'
export { type ItemImage, toPlainItem } from './image.ts'
