/** Collections and files for builds that exceed the capacity of one `Map` or of the memory. */
export { AppendFile, readExactly, writeAll } from './append-file.ts'
export { LargeMap, LargeSet } from './large-collections.ts'
export { RecordReader, RecordWriter } from './scratch-records.ts'
