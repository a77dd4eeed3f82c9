/** A picture of a prediction for people to look at; not part of the deployed functions. */
export { drawMap, type MapFacts } from './draw-map.ts'
export { boxOf, type Frame, frameOf, picture } from './frame.ts'
