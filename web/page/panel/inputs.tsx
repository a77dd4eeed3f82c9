import type { ComponentChildren, VNode } from 'preact'
import { useId, useState } from 'preact/hooks'

/** A value as text and its setter, as `useField` gives them. */
export type FieldBinding = readonly [value: string, set: (value: string) => void]

/** What is said about a field beside its label. */
interface Described {
  /** For the mouse that rests on it. */
  title?: string | undefined
  /** Below it. */
  hint?: string | undefined
}

interface FieldProps {
  hint: string | undefined
  /** What is wrong with its value, in place of the hint. */
  fault?: string | undefined
  /** Over all columns of the form. */
  isWide?: boolean | undefined
  /** The field, which the element with the id describes. */
  field: (hintId: string | undefined) => VNode
}

/** A field and what is said below it. */
function Field({ hint, fault, isWide, field }: FieldProps) {
  const id = useId()
  const text = fault ?? hint
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      {field(text ? id : undefined)}
      {text && (
        <small id={id} class={fault ? 'fault' : undefined} role={fault ? 'alert' : undefined}>
          {text}
        </small>
      )}
    </div>
  )
}

interface InputProps extends Described {
  label: ComponentChildren
  of: FieldBinding
  type?: 'text' | 'number' | 'range' | 'datetime-local'
  min?: number | undefined
  max?: number | undefined
  step?: number | 'any'
  placeholder?: string
  /** Over all columns of the form. */
  isWide?: boolean
  /** Makes it required: what is said where it is empty when the view is asked. */
  missing?: string | undefined
}

/** A labelled input: text unless `type` says otherwise. */
export function Input({
  label,
  of: [value, set],
  isWide,
  title,
  hint,
  missing,
  ...others
}: InputProps) {
  // The types of JSX know an input by each of its types alone.
  const attributes: object = others
  // What is being typed, which an answer that arrives meanwhile must not replace.
  const [draft, setDraft] = useState<string>()
  const [fault, setFault] = useState<string>()
  const field = (hintId?: string) => (
    <label title={title}>
      <span>{label}</span>
      <input
        {...attributes}
        aria-describedby={hintId}
        aria-invalid={fault !== undefined}
        required={missing !== undefined}
        value={draft ?? value}
        onInvalid={(event) => {
          const { validity, validationMessage } = event.currentTarget
          setFault(validity.valueMissing ? missing : validationMessage)
        }}
        onInput={(event) => {
          setDraft(event.currentTarget.value)
          setFault(undefined)
        }}
        onChange={(event) => {
          set(event.currentTarget.value)
          setDraft(undefined)
        }}
        onBlur={() => setDraft(undefined)}
      />
    </label>
  )
  return <Field hint={hint} fault={fault} isWide={isWide} field={field} />
}

interface ChoiceProps extends Described {
  label: string
  of: FieldBinding
  /** Values, or pairs of a value and its name. */
  choices: readonly (string | readonly [value: string, name: string])[]
  isWide?: boolean
}

/** One of several values. */
export function Choice({ label, of: [value, set], choices, isWide, title, hint }: ChoiceProps) {
  const field = (hintId?: string) => (
    <label title={title}>
      <span>{label}</span>
      <select
        aria-describedby={hintId}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
      >
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
  return <Field hint={hint} isWide={isWide} field={field} />
}

interface CheckProps extends Described {
  label: string
  isChecked: boolean
  set: (isChecked: boolean) => void
}

export function Check({ label, isChecked, set, title, hint }: CheckProps) {
  const field = (hintId?: string) => (
    <label class="check" title={title}>
      <input
        type="checkbox"
        aria-describedby={hintId}
        checked={isChecked}
        onChange={(event) => set(event.currentTarget.checked)}
      />{' '}
      {label}
    </label>
  )
  return <Field hint={hint} field={field} />
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
