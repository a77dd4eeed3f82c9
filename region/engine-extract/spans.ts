import type { OsmTags } from '../osm/index.ts'

/** Values of `bridge` that the engine's builder understands; it ignores other values. */
const knownBridges = new Set(['yes', 'no', '1'])
/** Galleries are roofs along a slope; elevation models do not contain them. */
const gallery = 'avalanche_protector'

export const spanKeys = ['bridge', 'tunnel']

/**
 * Replaces every kind of bridge (`bridge=viaduct`, `movable`, `boardwalk`, ...) by `bridge=yes`, and avalanche
 * galleries by tunnels. The builder of Valhalla 3.6.1 knows only `yes` and `1`; otherwise a road over a viaduct would
 * descend into the valley and climb again.
 */
export function withPlainSpans(tags: OsmTags): OsmTags {
  const isOtherBridge = tags.bridge !== undefined && !knownBridges.has(tags.bridge)
  const isGallery = tags.tunnel === gallery
  if (!isOtherBridge && !isGallery) return tags
  return {
    ...tags,
    ...(isOtherBridge && { bridge: 'yes' }),
    ...(isGallery && { tunnel: 'yes' }),
  }
}
