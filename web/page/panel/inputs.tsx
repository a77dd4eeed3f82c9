import type { ComponentChildren, VNode } from 'preact'
import { useId, useState } from 'preact/hooks'

/** A value as text and its setter, as returned by `useField`. */
export type FieldBinding = readonly [value: string, set: (value: string) => void]

/** Explanations of a field in addition to its label. */
interface Described {
  /** Tooltip. */
  title?: string | undefined
  /** Text below the field. */
  hint?: string | undefined
}

interface FieldProps {
  hint: string | undefined
  /** Error in the value, shown instead of the hint. */
  fault?: string | undefined
  /** Whether the field spans all columns of the form. */
  isWide?: boolean | undefined
  /** Renders the field. The element with the id `hintId` describes it. */
  field: (hintId: string | undefined) => VNode
}

/** A field with its hint or error below it. */
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
  /** Whether the field spans all columns of the form. */
  isWide?: boolean
  /** Makes the field required. This error is shown if it is empty when the request is submitted. */
  missing?: string | undefined
}

/** Labelled input, for text by default. */
export function Input({
  label,
  of: [value, set],
  isWide,
  title,
  hint,
  missing,
  ...others
}: InputProps) {
  // JSX types the attributes of each kind of input separately, so these have a general type.
  const attributes: object = others
  // The text being typed. An answer that arrives meanwhile must not replace it.
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

/** Choice of one value. */
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
  /** Name of the group, for screen readers. */
  label: string
  choices: readonly (readonly [value: T, name: string])[]
  chosen: readonly T[]
  toggle: (value: T) => void
  /** Whether several can be chosen. */
  isMultiple?: boolean
}

/** Row of short choices. */
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
  /** Accepted file types, as in the `accept` attribute of an input. */
  accept: string
  take: (file: File) => void
  children?: ComponentChildren
}

/** Field for a file that the user drops or chooses. */
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
            // Without this, the same file could not be chosen again after a change to it.
            event.currentTarget.value = ''
          }}
          onChange={(event) => first(event.currentTarget.files)}
        />
      </label>
      {children}
    </section>
  )
}
