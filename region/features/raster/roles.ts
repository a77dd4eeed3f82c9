import { type Band, encodeLandCover } from '#ground/landscape'
import type { GroundFeature, GroundKind, MappedLandCover } from '../feature.ts'

/** Roles of a feature in the bands of `features.tif`, as bits: a river has `drainage` and `river`. */
export const roles = {
  road: 1,
  path: 2,
  drainage: 4,
  structure: 8,
  linear: 16,
  scenic: 32,
  motorway: 64,
  railway: 128,
  river: 256,
  cliff: 512,
  crossing: 1024,
  passage: 2048,
} as const

export type Role = keyof typeof roles

const rolesByKind: Record<Exclude<GroundKind, `land_cover:${MappedLandCover}`>, number> = {
  road: roles.road,
  motorway: roles.motorway,
  path: roles.path,
  railway: roles.railway,
  linear: roles.linear,
  stream: roles.drainage,
  river: roles.drainage | roles.river,
  cliff: roles.cliff,
  structure: roles.structure,
  scenic: roles.scenic,
  crossing: roles.crossing,
  passage: roles.passage,
}

/** Roles with a band of their own: the distance to the nearest feature of the role. */
export const roleDistanceBands = [
  'road',
  'path',
  'drainage',
  'structure',
  'linear',
  'scenic',
] as const satisfies readonly (Band & Role)[]

/** Drawing style of a feature in the raster. */
export interface DrawStyle {
  /** Bits of {@link roles}. */
  roles: number
  /** Byte of the land cover; 0 for none. */
  cover: number
  /** Drawing order of land covers, as in {@link GroundFeature}. */
  rank: number
}

/** Returns the draw style of a feature, or undefined if it is not drawn. */
export function selectDrawStyle({ kinds, rank = 0 }: GroundFeature): DrawStyle | undefined {
  let bits = 0
  let cover = 0
  for (const kind of kinds) {
    if (kind.startsWith('land_cover:'))
      cover = encodeLandCover(kind.slice('land_cover:'.length) as MappedLandCover)
    else bits |= rolesByKind[kind as keyof typeof rolesByKind]
  }
  return bits || cover ? { roles: bits, cover, rank } : undefined
}
