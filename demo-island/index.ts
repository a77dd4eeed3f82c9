/** The demo region: a fictional island, built like any other region by a first start and by the tests. */
export { buildDemo, demoRegion } from './build-demo.ts'
export { heightMeters } from './height.ts'
export { island } from './island.ts'
export { bounds } from './plane/frame.ts'
export { writeDemoSources } from './sources.ts'
export { truth } from './truth.ts'
