/** A position with the name that it was found by. */
export interface Waypoint {
  lat: number
  lon: number
  label?: string
}

export const travelTypes = ['auto', 'bicycle', 'pedestrian', 'bus', 'truck'] as const
export type PageTravel = (typeof travelTypes)[number]

export const travelNames: Readonly<Record<PageTravel, string>> = {
  auto: 'Car',
  bicycle: 'Bicycle',
  pedestrian: 'Walking',
  bus: 'Bus',
  truck: 'Truck',
}

export const viewIds = [
  ...(['route', 'isochrone', 'compare', 'optimize', 'matrix'] as const),
  ...(['snap', 'along', 'predict', 'ask', 'list'] as const),
]
export type ViewId = (typeof viewIds)[number]

export type OptionValue = number | boolean | string
export type Theme = 'auto' | 'light' | 'dark'

export interface Camera {
  lat: number
  lon: number
  zoom: number
  bearing: number
  pitch: number
}

/** Everything that the URL holds. */
export interface PageState {
  view: ViewId
  points: Waypoint[]
  travel: PageTravel
  /** By travel type; only those that were set. */
  options: Partial<Record<PageTravel, Record<string, OptionValue>>>
  /** Fields of the views, by `view.field`; only those that were set. */
  fields: Record<string, string>
  theme: Theme
  relief: '2d' | '3d'
  camera: Camera | undefined
}

export const initialState: PageState = {
  view: 'route',
  points: [],
  travel: 'auto',
  options: {},
  fields: {},
  theme: 'auto',
  relief: '2d',
  camera: undefined,
}

/** Whether the view is about one place, which the next one replaces. */
export function isAboutOnePlace({ view, fields }: Pick<PageState, 'view' | 'fields'>): boolean {
  return (
    view === 'isochrone' ||
    (view === 'predict' && (fields['predict.area'] ?? 'circle') === 'circle')
  )
}

/** What undo brings back: not where one looks, and how. */
export type Undoable = Pick<PageState, 'view' | 'points' | 'travel' | 'options' | 'fields'>

export function undoable({ view, points, travel, options, fields }: PageState): Undoable {
  return { view, points, travel, options, fields }
}
