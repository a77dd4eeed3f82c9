/** Configures and runs the engine's builders. */
export { type BuilderConfig, writeBuilderConfig } from './config.ts'
export {
  type EngineRun,
  engineVersion,
  findBuilder,
  listNames,
  runBuilder,
  saysNoRoads,
} from './program.ts'
export { readEngineRules } from './rules.ts'
