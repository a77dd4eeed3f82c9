/** Untrusted text on one line, without characters that hide or reorder the text around them. */
export { cleanName, hasSuspectCharacter, maxNameCharacters, toOneLine } from './one-line.ts'
