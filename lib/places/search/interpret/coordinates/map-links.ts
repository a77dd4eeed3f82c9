import type { LatLon } from '#ground/geo'

/** Longer links are not read. */
const maxCharacters = 2_048

const decimal = String.raw`[+-]?\d{1,3}(?:\.\d{1,15})?`
const pair = new RegExp(
  String.raw`^(?:[a-z.]{0,12}?)(${decimal})\s*[,~_/ ]\s*(${decimal})(?![\d.])`,
  'i',
)

/** Sites that write the longitude first. */
const lonFirstHosts = /(?:^|\.)(?:yandex\.[a-z.]+|2gis\.[a-z.]+|amap\.com)$/
/** Parameters with a pair, those of a marked place before those of the middle of the map. */
const pairParameters =
  'q query daddr destination pt pin coordinate where1 marker to ll sll cp center map m c'.split(' ')
const axisParameters = [
  ['mlat', 'mlon'],
  ['lat', 'lon'],
  ['lat', 'lng'],
  ['latitude', 'longitude'],
  ['y', 'x'],
] as const

/**
 * The position of a link to a map (Google, OpenStreetMap, Apple, Bing, HERE, Waze, Yandex and sites with the same
 * parameters): of the marked place, else of the middle of the map. Short links say nothing until they are
 * opened.
 */
export function mapLinkIn(text: string): LatLon | undefined {
  if (text.length > maxCharacters || !/^https?:\/\/\S+$/i.test(text)) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url) return undefined
  const isLonFirst = lonFirstHosts.test(url.hostname)
  const hash = new URLSearchParams(url.hash.slice(1))
  const parameters = new URLSearchParams([...url.searchParams, ...hash])
  const fragmentMap = /(?:^|map=|[#&])(?:\d{1,2}(?:\.\d+)?\/)(.+)$/.exec(url.hash.slice(1))?.[1]
  const path = safelyDecoded(url.pathname)
  const marked = /!3d([+-]?\d{1,3}\.\d+)!4d([+-]?\d{1,3}\.\d+)/.exec(text)
  return (
    (marked && positionOf(marked[1], marked[2])) ||
    byAxis(parameters) ||
    byPair(parameters, isLonFirst) ||
    pairIn(fragmentMap, false) ||
    pairIn(/\/@([^/]+)/.exec(path)?.[1], false) ||
    pairIn(/\/(?:place|search|geo|l|dir\/[^/]*)\/([^/]+)/.exec(path)?.[1], isLonFirst) ||
    undefined
  )
}

/** `geo:47.15,9.53;u=35` (RFC 5870), and `geo:0,0?q=47.15,9.53(Name)` as phones write it. */
export function geoUriIn(text: string): LatLon | undefined {
  const [, point, rest = ''] = /^geo:([^;?\s]+)([;?][^\s(]*(?:\([^)]*\))?)?$/i.exec(text) ?? []
  if (!point || text.length > maxCharacters) return undefined
  if (/;crs=(?!wgs84\b)/i.test(rest)) return undefined
  return pairIn(/[?&]q=([^&]+)/.exec(rest)?.[1], false) ?? pairIn(point, false)
}

const wktPoint = new RegExp(
  String.raw`^(?:SRID=(\d{1,6});\s*)?POINT\s*(?:Z|M|ZM)?\s*\(\s*(${decimal})\s+(${decimal})(?:\s+[+-]?\d+(?:\.\d+)?){0,2}\s*\)$`,
  'i',
)

/** A point in well-known text, longitude first: `POINT(9.53 47.15)`, `SRID=4326;POINT Z (9.53 47.15 440)`. */
export function wktPointIn(text: string): LatLon | undefined {
  const [, srid, lon, lat] = wktPoint.exec(text) ?? []
  if (srid !== undefined && srid !== '4326') return undefined
  return lat === undefined ? undefined : positionOf(lat, lon)
}

const geoJsonCoordinates = new RegExp(
  String.raw`"coordinates"\s*:\s*\[\s*(${decimal})\s*,\s*(${decimal})\s*[,\]]`,
)

/** A point of GeoJSON, longitude first. */
export function geoJsonPointIn(text: string): LatLon | undefined {
  if (!/^\{.*"Point"/s.test(text)) return undefined
  const [, lon, lat] = geoJsonCoordinates.exec(text) ?? []
  return lat === undefined ? undefined : positionOf(lat, lon)
}

function byAxis(parameters: URLSearchParams): LatLon | undefined {
  for (const [lat, lon] of axisParameters) {
    const [first, second] = [parameters.get(lat), parameters.get(lon)]
    const position = first && second ? positionOf(first, second) : undefined
    if (position) return position
  }
  return undefined
}

function byPair(parameters: URLSearchParams, isLonFirst: boolean): LatLon | undefined {
  for (const name of pairParameters) {
    const value = parameters.get(name) ?? ''
    // `map=15/47.15/9.53` begins with the zoom.
    const position = /^\d{1,2}(?:\.\d+)?\//.test(value) ? undefined : pairIn(value, isLonFirst)
    if (position) return position
  }
  return undefined
}

function pairIn(text: string | undefined, isLonFirst: boolean): LatLon | undefined {
  const [, first, second] = pair.exec(safelyDecoded(text ?? '').trim()) ?? []
  return isLonFirst ? positionOf(second, first) : positionOf(first, second)
}

function positionOf(lat: string | undefined, lon: string | undefined): LatLon | undefined {
  const position = {
    lat: Number(lat?.trim() || Number.NaN),
    lon: Number(lon?.trim() || Number.NaN),
  }
  const isValid = Math.abs(position.lat) <= 90 && Math.abs(position.lon) <= 180
  return isValid ? position : undefined
}

function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
