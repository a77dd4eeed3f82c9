export { type AnswerOptions, answerPlace, answerPlaces } from './place-answer.ts'
