import { type Band, landCoverByte } from '../../../lib/landscape/index.ts'
import type { GroundFeature, GroundKind, MappedLandCover } from '../feature.ts'

/** The roles in which a feature is drawn, as bits; a feature may have several. */
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

const rolesOfKind: Record<Exclude<GroundKind, `land_cover:${MappedLandCover}`>, number> = {
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

/** Bands of distances to features of a role. */
export const drawnBands = [
  'road',
  'path',
  'drainage',
  'structure',
  'linear',
  'scenic',
] as const satisfies readonly (Band & Role)[]

/** How a feature is drawn. */
export interface Drawn {
  /** Bits of {@link roles}. */
  roles: number
  /** The byte of its land cover; 0 when it has none. */
  cover: number
  rank: number
}

/** How a feature is drawn; undefined if not at all. */
export function drawnOf({ kinds, rank = 0 }: GroundFeature): Drawn | undefined {
  let bits = 0
  let cover = 0
  for (const kind of kinds) {
    if (kind.startsWith('land_cover:'))
      cover = landCoverByte(kind.slice('land_cover:'.length) as MappedLandCover)
    else bits |= rolesOfKind[kind as keyof typeof rolesOfKind]
  }
  return bits || cover ? { roles: bits, cover, rank } : undefined
}
