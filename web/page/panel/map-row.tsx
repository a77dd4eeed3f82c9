interface MapRowProps {
  name: string
  /** Second line of text. */
  below?: string | undefined
  /** A few words at the end of the row. */
  note?: string | undefined
  color?: string | undefined
  /** Undefined for items that cannot be marked. */
  isMarked?: boolean
  choose: () => void
}

/** List row for an item on the map. Choosing it shows the item. */
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
