export function formatDistance(meters: number): string {
  if (meters < 1000) return `${Math.round(meters)} m`
  return `${(meters / 1000).toFixed(meters < 100_000 ? 1 : 0)} km`
}

export function formatArea(squareMeters: number): string {
  if (squareMeters < 10_000) return `${Math.round(squareMeters)} m²`
  const km2 = squareMeters / 1e6
  return `${km2.toFixed(km2 < 10 ? 2 : 1)} km²`
}

export function formatDuration(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`
}

export function formatPosition({ lat, lon }: { lat: number; lon: number }): string {
  return `${lat.toFixed(5)}, ${lon.toFixed(5)}`
}

/** Returns the letter of a stop: `A` to `Z`, then numbers from 27. */
export function toLetter(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : String(index + 1)
}

/** Ranks a stop by its index. The first and the last stop have their own colours on the map and in the list. */
export function rankStop(index: number, count: number): 'start' | 'end' | 'between' {
  return index === 0 ? 'start' : index === count - 1 ? 'end' : 'between'
}

/** Capitalizes the first letter. Messages of the API begin in lower case. */
export function toSentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Replaces the location indices in an API message, which start at 0, by the letters of the stops. */
export function replaceIndices(message: string): string {
  const named = message.replace(
    /\blocation(s?) (\d+(, \d+)*)/gi,
    (_, plural, indices) =>
      `stop${plural} ${indices.replace(/\d+/g, (index: string) => toLetter(Number(index)))}`,
  )
  return toSentence(named)
}

/** Converts an identifier to words: `use_hills` becomes `Use hills`. */
export function toWords(name: string): string {
  return toSentence(name.replaceAll('_', ' '))
}

/** Quotes a text as one word of a shell command. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
