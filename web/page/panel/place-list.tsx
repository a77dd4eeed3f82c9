import { MapRow } from './map-row.tsx'

export interface ListedPlace {
  name: string
  label?: string
  /** A few words at the end of the row. */
  note?: string
  lat: number
  lon: number
}

/** List of places. Choosing one shows it on the map. */
export function PlaceList({ places, empty }: { places: readonly ListedPlace[]; empty: string }) {
  if (places.length === 0) return <p class="hint">{empty}</p>
  return (
    <ul class="turns">
      {places.map(({ name, label, note, lat, lon }) => (
        <MapRow
          key={`${name}/${lat}/${lon}`}
          name={name}
          below={label}
          note={note}
          choose={() => window.cairnMap?.easeTo({ center: [lon, lat], zoom: 15 })}
        />
      ))}
    </ul>
  )
}
