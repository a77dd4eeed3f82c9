export { AppendFile, readExactly, writeAll } from './append-file.ts'
