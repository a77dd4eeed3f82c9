import type fc from 'fast-check'
import type { Intent } from '#language/reader'
import type { Case } from './answer-parts.ts'
import { heightsAnswer, reachAnswer } from './ground-answers.ts'
import { positionAnswer, searchAnswer } from './place-answers.ts'
import { matrixAnswer, routeAnswer, tourAnswer } from './route-answers.ts'

const cases: Record<Intent, fc.Arbitrary<Case>> = {
  route: routeAnswer,
  optimize: tourAnswer,
  isochrone: reachAnswer,
  elevation: heightsAnswer,
  matrix: matrixAnswer,
  geocode: searchAnswer,
  reverse_geocode: positionAnswer,
}

export const answerOf = (intent: Intent): fc.Arbitrary<Case> => cases[intent]
