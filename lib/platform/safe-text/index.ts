/** Text of strangers on one line, without characters that hide or turn around what stands there. */
export { cleanName, hasSuspectCharacter, maxNameCharacters, oneLine } from './one-line.ts'
