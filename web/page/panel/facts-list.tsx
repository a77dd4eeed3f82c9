/** List of short facts with their names. Facts without a value are left out. */
export function Facts({ facts }: { facts: [name: string, value: string | null | undefined][] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
