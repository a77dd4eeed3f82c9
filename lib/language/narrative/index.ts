/** Adds narratives to answers of routing: prepares the facts and inserts the model's text. */
export { type NarratedAnswer, type NarratedRequest, routeFacts } from './facts.ts'
export { type Narrative, type NarrativeContext, withNarrative } from './narrate.ts'
