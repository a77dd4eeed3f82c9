import type { ComponentChildren } from 'preact'
import type { PageTravel } from '../state.ts'
import { OptionsForm } from './options-form.tsx'
import { Stops } from './stops.tsx'
import { TravelPicker } from './travel-picker.tsx'

interface TripFormProps {
  /** Maximum number of stops; undefined for views without stops. */
  maxStops?: number
  stopsTitle?: string | undefined
  /** Travel types to choose from; all by default. */
  travelTypes?: readonly PageTravel[]
  /** The view's own fields, shown among the options. */
  options?: ComponentChildren
  /** Content between the travel type and the stops. */
  children?: ComponentChildren
}

/** Form for travel type, stops and options. */
export function TripForm({ maxStops, stopsTitle, travelTypes, options, children }: TripFormProps) {
  return (
    <>
      <TravelPicker of={travelTypes} />
      {children}
      {maxStops !== undefined && <Stops max={maxStops} title={stopsTitle} />}
      <OptionsForm>{options}</OptionsForm>
    </>
  )
}
