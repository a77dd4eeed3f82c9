import type { ComponentChildren } from 'preact'
import type { PageTravel } from '../state.ts'
import { OptionsForm } from './options-form.tsx'
import { Stops } from './stops.tsx'
import { TravelPicker } from './travel-picker.tsx'

interface TripFormProps {
  /** Stops at most; without it the view has none. */
  maxStops?: number
  stopsTitle?: string | undefined
  /** Travel types to choose from; by default all. */
  travelTypes?: readonly PageTravel[]
  /** Fields of the view among the options. */
  options?: ComponentChildren
  /** Between the travel type and the stops. */
  children?: ComponentChildren
}

/** How to travel, where, and with which options. */
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
