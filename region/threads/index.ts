/** Runs stages of the build on threads beside the others. */
export {
  type BackgroundStage,
  startStage,
  startWhenAwaited,
  whenAwaited,
} from './background-stage.ts'
export type { StageName, StageRequests } from './stages.ts'
