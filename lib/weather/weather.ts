/** Weather at a place in one hour. */
export interface Weather {
  temperatureC: number
  precipitationMmPerHour: number
  windSpeedMetersPerSecond: number
  /** Where it blows from, degrees clockwise from north. */
  windDirectionDegrees: number
}

/** Where weather is looked up. */
export interface WeatherSource {
  /** Shown with answers that use it; undefined for none. */
  readonly attribution: string | undefined
  /**
   * The weather of the hour; undefined when it cannot be had (too far in the future, service down, too
   * slow): nothing is thrown for that.
   */
  at(
    place: { lat: number; lon: number },
    time: Date,
    signal?: AbortSignal,
  ): Promise<Weather | undefined>
}
