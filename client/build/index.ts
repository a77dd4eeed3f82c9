export { printContracts } from './print-contracts.ts'
export { stageClient } from './stage.ts'
