/** Draws a prediction as an SVG map, for the command line. Not part of the deployed functions. */

export { groupIntoMapClasses } from './classes.ts'
export { drawMap, type MapFacts } from './draw-map.ts'
export { computeFrameBox, createFrame, type Frame, picture } from './frame.ts'
export { measureGroundSide } from './ground.ts'
export { wrapText } from './lettering.ts'
export { formatLocalTime } from './local-time.ts'
