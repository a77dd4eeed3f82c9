interface MapRowProps {
  name: string
  /** In a line below. */
  below?: string | undefined
  /** A few words at its end. */
  note?: string | undefined
  color?: string | undefined
  /** Undefined for what cannot be marked. */
  isMarked?: boolean
  choose: () => void
}

/** Something of the map in a list; choosing it shows it. */
export function MapRow({ name, below, note, color, isMarked, choose }: MapRowProps) {
  return (
    <li>
      <button type="button" aria-pressed={isMarked} onClick={choose}>
        <span class="arrow" aria-hidden="true">
          {color ? <span class="swatch" style={{ background: color }} /> : '•'}
        </span>
        <span>
          <bdi>{name}</bdi>
          {below && (
            <small class="below">
              <bdi>{below}</bdi>
            </small>
          )}
        </span>
        {note && <small>{note}</small>}
      </button>
    </li>
  )
}
