/** Narratives: what an answer of routing may be said to be, and the answer with it. */
export { type NarratedAnswer, type NarratedRequest, routeFacts } from './facts.ts'
export { type Narrative, type NarrativeContext, withNarrative } from './narrate.ts'
