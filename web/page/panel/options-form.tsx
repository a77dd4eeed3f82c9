import type { ComponentChildren } from 'preact'
import { facts, type OptionFacts } from '../facts.ts'
import { type OptionValue, type PageTravel, travelNames } from '../state.ts'
import { store, useStore } from '../store.ts'
import { Check, Choice, Input } from './inputs.tsx'
import groups from './travel-options.json' with { type: 'json' }

/** Texts of a travel option. */
export interface OptionWords {
  label: string
  unit?: string
  /** A few words about the values. */
  hint: string
  /** Labels of the values, for options with named values. */
  names?: Readonly<Record<string, string>>
}

/** Form with all options of the travel type, below the view's own fields. */
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
      {groups.map(({ title, options }) => (
        <OptionGroup key={title} title={title} travel={travel} words={options} />
      ))}
    </details>
  )
}

interface GroupProps {
  title: string
  travel: PageTravel
  words: Readonly<Record<string, OptionWords | undefined>>
}

/** Options of a group that the travel type supports. */
function OptionGroup({ title, travel, words }: GroupProps) {
  const known = facts.options[travel] ?? {}
  const shown = Object.entries(words).flatMap(([name, each]) =>
    each && known[name] ? [{ name, words: each, option: known[name] }] : [],
  )
  if (shown.length === 0) return null
  return (
    <fieldset>
      <legend>{title}</legend>
      <div class="fields">
        {shown.map((each) => (
          <OptionField key={`${travel}.${each.name}`} travel={travel} {...each} />
        ))}
      </div>
    </fieldset>
  )
}

interface FieldProps {
  travel: PageTravel
  name: string
  option: OptionFacts
  words: OptionWords
}

function OptionField({ travel, name, option, words }: FieldProps) {
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
  const label = words.unit ? `${words.label}, ${words.unit}` : words.label
  const described = { title: option.description, hint: words.hint }
  if (option.type === 'boolean')
    return <Check label={label} {...described} isChecked={shown === true} set={set} />
  if (option.enum) {
    const choices = option.enum.map((each) => [each, words.names?.[each] ?? each] as const)
    return <Choice label={label} {...described} of={[String(shown), set]} choices={choices} />
  }
  const isShare = option.minimum === 0 && option.maximum === 1
  return (
    <Input
      label={isShare ? [label, ' ', <b key="share">{String(shown)}</b>] : label}
      {...described}
      type={isShare ? 'range' : 'number'}
      min={option.minimum}
      max={option.maximum}
      step={isShare ? 0.05 : option.type === 'integer' ? 1 : 'any'}
      of={[String(shown ?? ''), (text) => set(text.trim() === '' ? undefined : Number(text))]}
    />
  )
}
