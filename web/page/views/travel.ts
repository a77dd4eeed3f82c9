import type { OptionValue, PageState, PageTravel } from '../state.ts'

/** `travel` and its options, as requests have them. */
export function travelOf(state: PageState): {
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

/** Positions alone: names are the page's own. */
export function locationsOf({ points }: Pick<PageState, 'points'>): { lat: number; lon: number }[] {
  return points.map(({ lat, lon }) => ({ lat, lon }))
}
