import { InvalidArgumentError } from 'commander'

/** Parses the value of an option that is a whole number, 1 or more. */
export function parseWholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected 1 or more.')
  return value
}
