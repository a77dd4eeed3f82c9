/** The engine's builders: how they are configured, and run. */
export { type BuilderConfig, writeBuilderConfig } from './config.ts'
export {
  builderPath,
  type EngineRun,
  engineVersion,
  namesOf,
  runBuilder,
  saysNoRoads,
} from './program.ts'
export { engineRules } from './rules.ts'
