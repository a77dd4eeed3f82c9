export {
  ConditionFailed,
  guarded,
  newClient,
  OutcomeUnknown,
  sendOnce,
} from './client.ts'
export { type ItemImage, plainItem } from './image.ts'
