/** Collections and files for builds of more data than one `Map` or the memory holds. */
export { AppendFile, readExactly, writeAll } from './append-file.ts'
export { LargeMap, LargeSet } from './large-collections.ts'
export { RecordReader, RecordWriter } from './scratch-records.ts'
