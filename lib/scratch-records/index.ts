export { RecordReader, RecordWriter } from './records.ts'
