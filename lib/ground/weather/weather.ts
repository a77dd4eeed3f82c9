import type { LatLon } from '#ground/geo'

/** Weather at a place in one hour. */
export interface Weather {
  temperatureC: number
  precipitationMmPerHour: number
  windSpeedMetersPerSecond: number
  /** Direction from which the wind blows, degrees clockwise from north. */
  windDirectionDegrees: number
}

/** Looks up weather. */
export interface WeatherSource {
  /** Attribution for responses that use the weather; undefined for none. */
  readonly attribution: string | undefined
  /**
   * Returns the weather of the hour; undefined, without an exception, when it is not available (too far in the
   * future, service down or too slow).
   */
  at(place: LatLon, time: Date, signal?: AbortSignal): Promise<Weather | undefined>
}
