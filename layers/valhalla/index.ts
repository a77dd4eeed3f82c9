export {
  assembleLayer,
  type LayerArchitecture,
  type LayerOptions,
  type LayerReport,
  maxLayerBytes,
} from './assemble.ts'
