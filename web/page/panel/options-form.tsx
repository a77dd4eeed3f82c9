import type { ComponentChildren } from 'preact'
import { facts, type OptionFacts } from '../facts.ts'
import { wordsOf } from '../format.ts'
import { type OptionValue, type PageTravel, travelNames } from '../state.ts'
import { store, useStore } from '../store.ts'
import { Check, Choice, Input } from './inputs.tsx'

/** Every travel option of the travel type, below fields of the view. */
export function OptionsForm({ children }: { children?: ComponentChildren }) {
  const travel = useStore((state) => state.travel)
  const options = useStore((state) => state.options[state.travel])
  const set = Object.keys(options ?? {})
  return (
    <details class="options">
      <summary>Options{set.length > 0 && ` (${set.length} of ${travelNames[travel]})`}</summary>
      {children && <div class="fields">{children}</div>}
      <h3>
        {travelNames[travel]}
        {set.length > 0 && (
          <button
            type="button"
            class="quiet"
            onClick={() => store.edit({ options: { ...store.get().options, [travel]: {} } })}
          >
            Reset
          </button>
        )}
      </h3>
      <div class="fields">
        {Object.entries(facts.options[travel] ?? {}).map(([name, option]) => (
          <OptionField key={`${travel}.${name}`} travel={travel} name={name} option={option} />
        ))}
      </div>
    </details>
  )
}

interface FieldProps {
  travel: PageTravel
  name: string
  option: OptionFacts
}

function OptionField({ travel, name, option }: FieldProps) {
  const value = useStore((state) => state.options[travel]?.[name])
  const set = (next: OptionValue | undefined) => {
    const { options } = store.get()
    const { [name]: _, ...others } = options[travel] ?? {}
    const isDefault = next === undefined || next === option.default
    store.edit({
      options: { ...options, [travel]: isDefault ? others : { ...others, [name]: next } },
    })
  }
  const shown = value ?? option.default
  const label = wordsOf(name)
  const title = option.description
  if (option.type === 'boolean')
    return <Check label={label} title={title} isChecked={shown === true} set={set} />
  if (option.enum)
    return <Choice label={label} title={title} of={[String(shown), set]} choices={option.enum} />
  const isShare = option.minimum === 0 && option.maximum === 1
  return (
    <Input
      label={isShare ? [label, ' ', <b key="share">{String(shown)}</b>] : label}
      title={title}
      type={isShare ? 'range' : 'number'}
      min={option.minimum}
      max={option.maximum}
      step={isShare ? 0.05 : option.type === 'integer' ? 1 : 'any'}
      of={[String(shown ?? ''), (text) => set(text.trim() === '' ? undefined : Number(text))]}
    />
  )
}
