/**
 * The evidence behind a figure. `A`: read in the source itself. `B`: two independent secondary
 * transcriptions that agree. `B-`: two that agree but stem from the same code. `C`: one secondary
 * transcription. `assumption`: chosen here, within the bounds of the evidence. `definition`: true by
 * convention.
 */
export type EvidenceCode = 'A' | 'B' | 'B-' | 'C' | 'assumption' | 'definition'

/** One constant of the model. */
export interface Figure<Value = number> {
  readonly value: Value
  readonly unit: string
  readonly source: string
  readonly code: EvidenceCode
  /** Number of cases behind the figure, where known. */
  readonly cases?: number
}

export function figure<Value>(
  value: Value,
  unit: string,
  source: string,
  code: EvidenceCode,
  cases?: number,
): Figure<Value> {
  return { value, unit, source, code, ...(cases !== undefined && { cases }) }
}

/** Creates a figure chosen for this model. `why` states the evidence that bounds or suggests it. */
export function assumed<Value>(value: Value, unit: string, why: string): Figure<Value> {
  return figure(value, unit, why, 'assumption')
}
