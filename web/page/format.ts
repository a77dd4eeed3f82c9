export function distanceText(meters: number): string {
  if (meters < 1000) return `${Math.round(meters)} m`
  return `${(meters / 1000).toFixed(meters < 100_000 ? 1 : 0)} km`
}

export function areaText(squareMeters: number): string {
  if (squareMeters < 10_000) return `${Math.round(squareMeters)} m²`
  const km2 = squareMeters / 1e6
  return `${km2.toFixed(km2 < 10 ? 2 : 1)} km²`
}

export function durationText(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`
}

export function positionText({ lat, lon }: { lat: number; lon: number }): string {
  return `${lat.toFixed(5)}, ${lon.toFixed(5)}`
}

/** `A` to `Z`, then numbers. */
export function letterOf(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1)
}

/** Which of the stops it is: on the map and in the list the first and the last have colours of their own. */
export function stopRank(index: number, count: number): 'start' | 'end' | 'between' {
  return index === 0 ? 'start' : index === count - 1 ? 'end' : 'between'
}

/** With a capital at its start, as messages of the API have none. */
export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A message of the API, which counts locations from 0, with the letters of the stops. */
export function withLetters(message: string): string {
  const named = message.replace(
    /\blocation(s?) (\d+(, \d+)*)/gi,
    (_, plural, indices) =>
      `stop${plural} ${indices.replace(/\d+/g, (index: string) => letterOf(Number(index)))}`,
  )
  return sentence(named)
}

/** Words of an identifier: `use_hills` as `Use hills`. */
export function wordsOf(name: string): string {
  return sentence(name.replaceAll('_', ' '))
}

/** As one word of a command for a shell. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
