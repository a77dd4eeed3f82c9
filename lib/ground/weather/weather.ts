import type { LatLon } from '#ground/geo'

/** Weather at a place in one hour. */
export interface Weather {
  temperatureC: number
  precipitationMmPerHour: number
  windSpeedMetersPerSecond: number
  /** Direction it blows from, degrees clockwise from north. */
  windDirectionDegrees: number
}

/** Looks weather up. */
export interface WeatherSource {
  /** For responses that use its weather; undefined for none. */
  readonly attribution: string | undefined
  /**
   * The weather of the hour; undefined, without an exception, when it is not available (too far in the
   * future, service down or too slow).
   */
  at(place: LatLon, time: Date, signal?: AbortSignal): Promise<Weather | undefined>
}
