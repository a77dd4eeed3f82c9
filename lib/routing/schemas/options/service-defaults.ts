/**
 * Defaults of the service that differ from the engine's.
 *
 * A truck goes no faster than 90 km/h, the limit of the European speed limiter directive (92/6/EEC); the
 * engine would let it go 120.
 */
export const serviceDefaults = {
  truck: { top_speed: 90 },
} as const
