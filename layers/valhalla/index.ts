export {
  type Architecture,
  assembleLayer,
  type LayerOptions,
  type LayerReport,
  maxLayerBytes,
} from './assemble.ts'
