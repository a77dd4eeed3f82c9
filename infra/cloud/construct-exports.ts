/** Public API of the `cairn-cdk` package. */
export { Cairn, type CairnProps } from './cairn.ts'
export type {
  AlarmOptions,
  CairnOptions,
  DomainOptions,
  ExplorerSiteOptions,
  JobOptions,
  ModelOptions,
} from './options.ts'
export { addRuleChecks, addStacks, addTemplateChecks, type DeployedStacks } from './stacks.ts'
