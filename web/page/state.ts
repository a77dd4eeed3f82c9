/** A position, with its name if it was found by name. */
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

/** The state that the URL contains. */
export interface PageState {
  view: ViewId
  points: Waypoint[]
  travel: PageTravel
  /** Travel options that the user has set, by travel type. */
  options: Partial<Record<PageTravel, Record<string, OptionValue>>>
  /** Form fields that the user has set, by `view.field`. */
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

/** Whether the view uses a single place, which a new place replaces. */
export function hasSinglePlace({ view, fields }: Pick<PageState, 'view' | 'fields'>): boolean {
  return (
    view === 'isochrone' ||
    (view === 'predict' && (fields['predict.area'] ?? 'circle') === 'circle')
  )
}

/** State that undo restores: neither the camera, nor theme and relief. */
export type Undoable = Pick<PageState, 'view' | 'points' | 'travel' | 'options' | 'fields'>

export function pickUndoable({ view, points, travel, options, fields }: PageState): Undoable {
  return { view, points, travel, options, fields }
}
