import { invalidFile, type JobError } from '../job-error.ts'

export function encodingFault(line: number): JobError {
  return invalidFile(
    `Line ${line} is not text in UTF-8. Save the file as UTF-8 (in Excel: "CSV UTF-8") and send it again.`,
    line,
  )
}

export function nulFault(line: number): JobError {
  return invalidFile(
    `Line ${line} has a NUL character, so the file is no plain text. Save it as CSV in UTF-8 and send it again.`,
    line,
  )
}
