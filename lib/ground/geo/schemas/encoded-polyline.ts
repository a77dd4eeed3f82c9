import * as z from 'zod'
import { decodePolyline, type LatLon } from '../index.ts'

/** Maximum length of the text of one position: two numbers of six characters. */
const maxPositionCharacters = 12

export interface PolylineLimits {
  minPositions?: number
  maxPositions: number
  /** Returns the message for a line with too few or too many positions. */
  message(positions: number): string
}

/** Makes a schema for an encoded polyline of precision 6, which it decodes. */
export function encodedPolyline({ minPositions = 1, maxPositions, message }: PolylineLimits) {
  return z
    .string()
    .min(1)
    .max(maxPositions * maxPositionCharacters)
    .transform((encoded, context): LatLon[] => {
      const refuse = (reason: string) => {
        context.issues.push({ code: 'custom', message: reason, input: encoded })
        return z.NEVER
      }
      try {
        const positions = decodePolyline(encoded)
        const isWithin = positions.length >= minPositions && positions.length <= maxPositions
        return isWithin ? positions : refuse(message(positions.length))
      } catch (error) {
        return refuse(`is ${(error as RangeError).message}`)
      }
    })
}
