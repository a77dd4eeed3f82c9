import type { ComponentChildren } from 'preact'

interface NumberTableProps {
  /** Title of the row names, then title of each number. */
  columns: readonly string[]
  rows: readonly { name: ComponentChildren; numbers: readonly string[] }[]
}

/** Table with a name and numbers in each row. */
export function NumberTable({ columns, rows }: NumberTableProps) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((title, i) => (
            <th key={title} scope="col" class={i > 0 ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, numbers }, i) => (
          <tr key={i}>
            <th scope="row">{name}</th>
            {numbers.map((text, k) => (
              <td key={k} class="number">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
