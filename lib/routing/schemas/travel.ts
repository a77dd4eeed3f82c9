import * as z from 'zod'

export const travelTypes = ['auto', 'bicycle', 'pedestrian', 'bus', 'truck'] as const

export type TravelType = (typeof travelTypes)[number]

export const Travel = z.enum(travelTypes).meta({
  id: 'Travel',
  description:
    '`auto`: car; obeys one-way streets, turn restrictions and the road hierarchy. ' +
    '`pedestrian`: walking and hiking; minds grade and SAC difficulty. ' +
    '`bicycle`: minds surface and hills. ' +
    '`bus`: as `auto`, with bus access. ' +
    '`truck`: obeys height, width, length, weight and axle load limits.',
})
