export { cairnHome, type HomeEnvironment } from './cairn-home.ts'
export { cairnCommand, commandPackage } from './command.ts'
export { keepHomePrivate, writeForCaller } from './private.ts'
