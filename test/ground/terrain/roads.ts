import type { LegHeights } from '#ground/terrain'
import { seeded } from '../../fixtures/random.ts'

/** Errors typical of a 30 m elevation model on open ground: 1.5 m, correlated over 45 m. */
export function modelNoise(count: number, spacingMeters: number, seed: number): number[] {
  const sigma = 1.5
  const kept = Math.exp(-spacingMeters / 45)
  const random = seeded(seed)
  const gaussian = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const noise: number[] = []
  let value = sigma * gaussian()
  for (let i = 0; i < count; i++) {
    noise.push(value)
    value = kept * value + Math.sqrt(1 - kept * kept) * sigma * gaussian()
  }
  return noise
}

/** A leg over heights given by the distance in metres. */
export function leg(
  lengthMeters: number,
  height: (distanceMeters: number) => number | null,
  spacingMeters = 30,
): LegHeights {
  const heights: (number | null)[] = []
  for (let x = 0; x < lengthMeters; x += spacingMeters) heights.push(height(x))
  heights.push(height(lengthMeters))
  return { lengthMeters, spacingMeters, heights }
}

export function withNoise(clean: LegHeights, seed: number): LegHeights {
  const noise = modelNoise(clean.heights.length, clean.spacingMeters, seed)
  return { ...clean, heights: clean.heights.map((height, i) => (height ?? 0) + noise[i]!) }
}

/** Reverses a leg; its length must be a multiple of its spacing. */
export function reversed(forward: LegHeights): LegHeights {
  return { ...forward, heights: [...forward.heights].reverse() }
}

/** Returns the ascent as the plain sum of all rises. */
export function rawAscent({ heights }: LegHeights): number {
  let ascent = 0
  for (let i = 1; i < heights.length; i++) {
    ascent += Math.max(0, (heights[i] ?? 0) - (heights[i - 1] ?? 0))
  }
  return ascent
}

const wave = (metres: number, amplitude: number) => (x: number) =>
  amplitude * Math.sin((2 * Math.PI * x) / metres)

/** Landscapes of twenty kilometres each, similar to those used to choose the method. */
export const landscapes = {
  flat: leg(20_000, (x) => 100 + wave(20_000, 3.5)(x)),
  rolling: leg(20_000, (x) => 200 + wave(1_500, 20)(x)),
  hilly: leg(20_000, (x) => 300 + wave(2_500, 70)(x)),
  mountain: leg(20_000, (x) => 600 + 600 * (1 - Math.cos((2 * Math.PI * x) / 20_000))),
}
