/** The demo region: a made-up island that a first start and the tests build like any other region. */
export { buildDemo, demoRegion } from './build-demo.ts'
export { heightMeters } from './height.ts'
export { bounds } from './plane/frame.ts'
export { writeDemoSources } from './sources.ts'
export { truth } from './truth.ts'
