import type { OptionValue, PageState, PageTravel } from '../state.ts'

/** Selects `travel` and `travel_options` for a request. */
export function selectTravel(state: PageState): {
  travel: PageTravel
  travel_options?: Partial<Record<PageTravel, Record<string, OptionValue>>>
} {
  const options = state.options[state.travel]
  const hasOptions = options !== undefined && Object.keys(options).length > 0
  return {
    travel: state.travel,
    ...(hasOptions && { travel_options: { [state.travel]: options } }),
  }
}

/** Converts the stops to locations of a request, without the names that the page knows. */
export function toLocations({ points }: Pick<PageState, 'points'>): { lat: number; lon: number }[] {
  return points.map(({ lat, lon }) => ({ lat, lon }))
}
