/**
 * Defaults of the service that differ from the engine's.
 *
 * A truck goes no faster than 90 km/h, the limit of the European speed limiter directive (92/6/EEC); the
 * engine would let it go 120.
 *
 * Walkers take hills nearly for the time that they cost. The engine's 0.5 counts the time of a climb several
 * times more: of 400 random walks in Andorra 27 % became over 5 % slower than with hills welcome, up to 63 %,
 * and a metre of ascent was avoided for 14 to 34 s of walking. With 0.9 it is 2 %, up to 19 %, and a metre
 * is avoided for 1.5 to 6 s: about what climbing it takes (6 s, by Naismith's 600 m an hour).
 */
export const serviceDefaults = {
  pedestrian: { use_hills: 0.9 },
  truck: { top_speed: 90 },
} as const
