import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

/** A value as text and its setter, as `useField` gives them. */
export type FieldBinding = readonly [value: string, set: (value: string) => void]

interface InputProps {
  label: ComponentChildren
  of: FieldBinding
  type?: 'text' | 'number' | 'range' | 'datetime-local'
  min?: number | undefined
  max?: number | undefined
  step?: number | 'any'
  placeholder?: string
  title?: string | undefined
  /** Over all columns of the form. */
  isWide?: boolean
}

/** A labelled input: text unless `type` says otherwise. */
export function Input({ label, of: [value, set], isWide, title, ...others }: InputProps) {
  // The types of JSX know an input by each of its types alone.
  const attributes: object = others
  // What is being typed, which an answer that arrives meanwhile must not replace.
  const [draft, setDraft] = useState<string>()
  return (
    <label class={isWide ? 'wide' : undefined} title={title}>
      <span>{label}</span>
      <input
        {...attributes}
        value={draft ?? value}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => {
          set(event.currentTarget.value)
          setDraft(undefined)
        }}
        onBlur={() => setDraft(undefined)}
      />
    </label>
  )
}

interface ChoiceProps {
  label: string
  of: FieldBinding
  /** Values, or pairs of a value and its name. */
  choices: readonly (string | readonly [value: string, name: string])[]
  isWide?: boolean
  title?: string | undefined
}

/** One of several values. */
export function Choice({ label, of: [value, set], choices, isWide, title }: ChoiceProps) {
  return (
    <label class={isWide ? 'wide' : undefined} title={title}>
      <span>{label}</span>
      <select value={value} onChange={(event) => set(event.currentTarget.value)}>
        {choices.map((choice) => {
          const [id, name] = typeof choice === 'string' ? [choice, choice] : choice
          return (
            <option key={id} value={id}>
              {name}
            </option>
          )
        })}
      </select>
    </label>
  )
}

interface CheckProps {
  label: string
  isChecked: boolean
  set: (isChecked: boolean) => void
  title?: string | undefined
}

export function Check({ label, isChecked, set, title }: CheckProps) {
  return (
    <label class="check" title={title}>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={(event) => set(event.currentTarget.checked)}
      />{' '}
      {label}
    </label>
  )
}

interface ChipsProps<T extends string> {
  /** Of the group, for those who do not see it. */
  label: string
  choices: readonly (readonly [value: T, name: string])[]
  chosen: readonly T[]
  toggle: (value: T) => void
  /** Whether several can be chosen. */
  isMultiple?: boolean
}

/** Short choices beside each other. */
export function Chips<T extends string>({ label, choices, chosen, ...props }: ChipsProps<T>) {
  return (
    <fieldset class="chips">
      <legend class="hidden">{label}</legend>
      {choices.map(([value, name]) => (
        <label key={value} class={chosen.includes(value) ? 'chip chosen' : 'chip'}>
          <input
            type={props.isMultiple ? 'checkbox' : 'radio'}
            name={label}
            value={value}
            checked={chosen.includes(value)}
            onChange={() => props.toggle(value)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  )
}

interface FileInputProps {
  label: string
  /** As the attribute of an input. */
  accept: string
  take: (file: File) => void
  children?: ComponentChildren
}

/** A file, dropped or chosen. */
export function FileInput({ label, accept, take, children }: FileInputProps) {
  const first = (files: FileList | null | undefined) => {
    if (files?.[0]) take(files[0])
  }
  return (
    <section
      class="drop"
      aria-label={label}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        first(event.dataTransfer?.files)
      }}
    >
      <label>
        {label}
        <input
          type="file"
          accept={accept}
          onClick={(event) => {
            // So that the same file can be chosen again once it has been changed.
            event.currentTarget.value = ''
          }}
          onChange={(event) => first(event.currentTarget.files)}
        />
      </label>
      {children}
    </section>
  )
}
