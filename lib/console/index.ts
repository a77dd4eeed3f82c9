/** The actions of the operator's console, for the local server and for a deployment. */
export { type ConsoleStores, isConsoleAction } from './actions.ts'
export {
  answerConsoleCall,
  type ConsoleAnswer,
  type ConsoleCall,
  maxConsoleBodyBytes,
  runConsoleAction,
  tooLarge,
} from './run.ts'
export { summarizeLedger } from './usage.ts'
