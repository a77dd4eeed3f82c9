export { cairnHome, type HomeEnvironment } from './cairn-home.ts'
export { cairnCommand, commandPackage } from './command.ts'
export { isRunning } from './is-running.ts'
export { keepHomePrivate, writeForCaller } from './private.ts'
