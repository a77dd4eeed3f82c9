import { type Timed, untimed } from '#platform/concurrency'
import type { Route } from '#routing/operations'
import type { ModelAbsence, Writer } from '../model/index.ts'
import { type NarratedAnswer, type NarratedRequest, routeFacts } from './facts.ts'

export interface NarrativeContext {
  /** Undefined where no language model is configured. */
  writer: Writer | undefined
  warn(text: string): void
  signal?: AbortSignal
  timed?: Timed
}

/** Narrative fields at the top level of an answer. */
export interface Narrative {
  narrative?: string
  narrative_units?: Route['units']
}

const reasons: Record<ModelAbsence, string> = {
  slow: 'the language model took too long',
  unreachable: 'the language model cannot be reached',
  refused: 'the language model answered with an error',
  malformed: 'the language model answered with something else',
  paused: 'the language model failed several times and is left alone for a while',
  unfounded: 'the language model said what the answer does not',
  aborted: 'the call ended',
}

/**
 * Adds a narrative to an answer, in the language and units of the request, if it was requested and the model produced
 * one. Otherwise it returns the answer unchanged, with a warning that states the reason. Never throws; takes at most
 * 1.5 s.
 */
export async function withNarrative<Answer extends NarratedAnswer>(
  subject: string,
  answer: Answer,
  request: NarratedRequest & { narrative: boolean },
  { writer, warn, signal, timed = untimed }: NarrativeContext,
): Promise<Answer & Narrative> {
  if (!request.narrative) return answer
  if (!writer) {
    warn('narrative left out: no language model is configured')
    return answer
  }
  const facts = routeFacts(subject, answer, request)
  let reason: ModelAbsence = 'malformed'
  const narrative = await timed('narrative', () =>
    writer.summarise(facts, {
      language: request.language,
      ...(signal && { signal }),
      onAbsence: (why) => {
        reason = why
      },
    }),
  )
  if (narrative === undefined) {
    warn(`narrative left out: ${reasons[reason]}`)
    return answer
  }
  const added = { narrative, narrative_units: answer.route.units }
  return { ...answer, route: { ...answer.route, ...added }, ...added }
}
