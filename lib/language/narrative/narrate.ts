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

/** The fields of a narrative, at the top level of an answer. */
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
 * The answer with its narrative, in the language and units of the request, where one was asked for and a model gave
 * it; otherwise the answer as it is, with a warning that says why. Never throws, and takes 1.5 s at most.
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
