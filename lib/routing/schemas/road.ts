import * as z from 'zod'

export const roadClasses = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'unclassified',
  'residential',
  'service',
] as const

/** Surfaces, from the smoothest to the roughest. */
export const surfaces = [
  'paved_smooth',
  'paved',
  'paved_rough',
  'compacted',
  'dirt',
  'gravel',
  'ground',
  'impassable',
] as const

export const RoadClass = z.enum(roadClasses).meta({
  id: 'RoadClass',
  description:
    'Importance of the road. `service` also stands for tracks, paths and footways of no class of ' +
    'their own.',
})

export const Surface = z.enum(surfaces).meta({
  id: 'Surface',
  description: 'As mapped; where nothing is mapped, what roads of this kind usually have.',
})
