export interface ListedPlace {
  name: string
  label?: string
  /** A few words at its end. */
  note?: string
  lat: number
  lon: number
}

/** Places of the map as a list; choosing one shows it. */
export function PlaceList({ places, empty }: { places: readonly ListedPlace[]; empty: string }) {
  if (places.length === 0) return <p class="hint">{empty}</p>
  return (
    <ul class="turns">
      {places.map(({ name, label, note, lat, lon }) => (
        <li key={`${name}/${lat}/${lon}`}>
          <button
            type="button"
            onClick={() => window.cairnMap?.easeTo({ center: [lon, lat], zoom: 15 })}
          >
            <span class="arrow" aria-hidden="true">
              •
            </span>
            <span>
              <bdi>{name}</bdi>
              {label && (
                <small class="below">
                  <bdi>{label}</bdi>
                </small>
              )}
            </span>
            {note && <small>{note}</small>}
          </button>
        </li>
      ))}
    </ul>
  )
}
