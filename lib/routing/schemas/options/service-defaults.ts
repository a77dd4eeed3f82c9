/**
 * Defaults of the service that differ from the engine's.
 *
 * A truck drives at most 90 km/h, the limit of the European speed limiter directive (92/6/EEC); the engine would
 * allow 120.
 *
 * Walkers accept hills for little more than the time that they cost. The engine's 0.5 counts the time of a climb
 * several times more: of 400 random walks in Andorra 27 % became over 5 % slower than with hills welcome, up to 63 %,
 * and a metre of ascent was avoided for 14 to 34 s of walking. With 0.9, 2 % became slower, up to 19 %, and a metre
 * is avoided for 1.5 to 6 s: about the time of climbing it (6 s, by Naismith's 600 m an hour).
 *
 * The engine marks a road as for residents only even if it is closed only to some, and walkers would go 10 minutes
 * around a street that is closed to through traffic. With 2 minutes, 2 of 746 random walks in three towns change.
 */
export const serviceDefaults = {
  pedestrian: { use_hills: 0.9, destination_only_penalty: 120 },
  truck: { top_speed: 90 },
} as const
