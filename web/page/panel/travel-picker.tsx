import { type PageTravel, travelNames, travelTypes } from '../state.ts'
import { store, useStore } from '../store.ts'

/** How to travel. */
export function TravelPicker({ of = travelTypes }: { of?: readonly PageTravel[] }) {
  const travel = useStore((state) => state.travel)
  return (
    <fieldset class="travel">
      <legend class="hidden">Travel</legend>
      {of.map((type) => (
        <label key={type} class={type === travel ? 'chip chosen' : 'chip'}>
          <input
            type="radio"
            name="travel"
            value={type}
            checked={type === travel}
            onChange={() => store.edit({ travel: type })}
          />
          {travelNames[type]}
        </label>
      ))}
    </fieldset>
  )
}
