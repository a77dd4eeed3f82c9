import { type PageTravel, travelNames, travelTypes } from '../state.ts'
import { store, useStore } from '../store.ts'
import { Chips } from './inputs.tsx'

/** Choice of the travel type. */
export function TravelPicker({ of = travelTypes }: { of?: readonly PageTravel[] | undefined }) {
  const travel = useStore((state) => state.travel)
  return (
    <Chips
      label="Travel"
      choices={of.map((type) => [type, travelNames[type]] as const)}
      chosen={[travel]}
      toggle={(type) => store.edit({ travel: type })}
    />
  )
}
