/** Draws a prediction as an SVG map; for the command line, not part of the deployed functions. */

export { mapClasses } from './classes.ts'
export { drawMap, type MapFacts } from './draw-map.ts'
export { boxOf, type Frame, frameOf, picture } from './frame.ts'
export { groundSide } from './ground.ts'
export { wrapped } from './lettering.ts'
export { localTime } from './local-time.ts'
