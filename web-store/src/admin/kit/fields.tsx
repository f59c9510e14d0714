import type { ReactNode } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { CoursePicks, type PickedCourse } from '../forms/CoursePicks.tsx'
import { Choice, FieldProblem, GroupLabel, Help } from '../forms/form-parts.tsx'
import { sentHour, typedHour } from '../forms/indian-hour.ts'
import { Segments } from '../forms/Segments.tsx'

/** Props that a form hands to a field; those of `More` change with what is typed. */
export type Bound<Typed> = {
  name: string
  value: Typed
  put: (typed: Typed) => void
  error?: string | undefined
} & More

export type More = {
  label?: string
  help?: ReactNode
  placeholder?: string | undefined
  min?: string | number
  max?: string | number
}

/**
 * A field of a form: what it is called, how the stored value is typed, how what is typed is sent, and how it looks. The schema of the call
 * judges what is sent; undefined is not sent.
 */
export type Kind<Typed> = {
  begun: Typed
  typed: (stored: unknown) => Typed
  sent: (typed: Typed) => unknown
  draw: (bound: Bound<Typed>) => ReactNode
}

/** Another text of a field than that of its kind. An `optional` field is sent as null when it is empty, and `absent` not at all. */
type Options = More & {
  optional?: boolean | 'absent' | undefined
  /** False for what is not the admin's own: the browser proposes nothing. */
  own?: boolean
  maxLength?: number
  rows?: number
  /** The id of a datalist. */
  list?: string
  step?: number | string
  /** Neither optional nor marked as required: empty means something of its own. */
  unmarked?: boolean
  readOnly?: boolean
  inputMode?: 'numeric' | 'url'
  autoComplete?: string
  translate?: 'no'
  spellCheck?: false
  /** Another kind of input: `text` for a number that no arrow keys or wheel should change. */
  type?: 'text'
  /** A code: letters of one width, which no browser completes or corrects. */
  code?: boolean
  /** A key of another service: letters of one width as they are. */
  secret?: boolean
  /** Selects the text when the field is entered. */
  selects?: boolean
  begun?: string
}

type Look = {
  type?: string
  inputMode?: 'numeric' | 'decimal' | 'tel'
  autoComplete?: string
  maxLength?: number
  step?: number | string
}

const asText = (stored: unknown) => (stored === null || stored === undefined ? '' : String(stored))

/** Builds the kind of one line of text, of a number or of a date. */
function line(
  label: string,
  { optional, unmarked, own = true, code, secret, selects, begun = '', ...given }: Options,
  look: Look,
  read: (typed: string) => unknown,
): Kind<string> {
  const props = {
    ...look,
    ...given,
    ...((code || secret || !own) && { autoComplete: 'off' }),
    ...((code || secret) && { spellCheck: false }),
    ...(code && { autoCapitalize: 'characters' }),
    ...(optional ? { optional: true } : { required: !unmarked }),
  }
  return {
    begun,
    typed: asText,
    sent: (typed) => (optional && typed.trim() === '' ? (optional === 'absent' ? undefined : null) : read(typed)),
    draw: ({ value, put, ...bound }) => {
      const typed = {
        label,
        ...props,
        ...bound,
        value,
        onChange: ({ target }: { target: { value: string } }) => put(target.value),
        ...(selects && { onFocus: (event: { currentTarget: HTMLInputElement }) => event.currentTarget.select() }),
      }
      return <Field fontFamily={code || secret ? 'mono' : undefined} {...typed} />
    },
  }
}

const same = (typed: string) => typed
/** An empty number is none, and no zero. */
const asNumber = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed))

export const text = (label: string, options: Options = {}) => line(label, options, {}, same)
export const email = (label: string, options: Options = {}) => line(label, options, { type: 'email' }, same)
export const phone = (label: string, options: Options = {}) =>
  line(label, options, { type: 'tel', inputMode: 'tel' }, same)
export const url = (label: string, options: Options = {}) => line(label, options, { type: 'url' }, same)
/** A day of India, such as 2026-11-29. */
export const day = (label: string, options: Options = {}) => line(label, options, { type: 'date' }, same)
/** A moment, typed as the hour in India. */
export const hour = (label: string, options: Options = {}): Kind<string> => ({
  ...line(label, options, { type: 'datetime-local' }, sentHour),
  typed: (stored) => (stored ? typedHour(String(stored)) : ''),
})
/** A whole number. */
export const number = (label: string, options: Options = {}) =>
  line(label, options, { type: 'number', inputMode: 'numeric', step: 1 }, asNumber)
export const percent = (label: string, options: Options = {}) => number(label, { min: 0, max: 100, ...options })
export const rupees = (label: string, options: Options = {}) =>
  line(label, options, { type: 'number', inputMode: 'decimal', step: '0.01' }, asNumber)

/** Text of several lines. */
export function area(
  label: string,
  { optional, unmarked, own = true, maxLength, ...options }: Options = {},
): Kind<string> {
  const { sent, typed, begun } = text(label, { optional })
  return {
    begun,
    typed,
    sent,
    draw: ({ value, put, ...bound }) => (
      <Field
        as="textarea"
        label={label}
        {...options}
        {...bound}
        {...(optional ? { optional: true } : { required: !unmarked })}
        {...(own ? {} : { autoComplete: 'off', spellCheck: false })}
        maxLength={maxLength}
        value={value}
        onChange={({ target }) => put(target.value)}
      />
    ),
  }
}

type Choices = readonly (readonly [value: string | number, words: ReactNode])[]
type ChoiceOptions = More & { begun?: string | number; numbers?: boolean; required?: boolean }

/** One of several, as the platform's own list; `numbers`: each is sent as a number. */
export function choice(
  label: string,
  choices: Choices,
  { begun = choices[0]?.[0] ?? '', numbers, ...options }: ChoiceOptions = {},
): Kind<string> {
  return {
    begun: String(begun),
    typed: (stored) => (stored === null || stored === undefined ? String(begun) : String(stored)),
    sent: (typed) => (numbers ? Number(typed) : typed),
    draw: ({ value, put, ...bound }) => (
      <Field
        as="select"
        label={label}
        {...options}
        {...bound}
        value={value}
        onChange={({ target }) => put(target.value)}
      >
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </Field>
    ),
  }
}

/** One of few, side by side. */
export function segments(
  label: string,
  choices: readonly (readonly [value: string | number, words: string])[],
  { begun, numbers, ...options }: ChoiceOptions & { titled?: boolean } = {},
): Kind<string> {
  return {
    ...choice(label, choices, { ...(begun !== undefined && { begun }), ...(numbers && { numbers }) }),
    draw: ({ value, put, error, help = options.help }) => (
      <chakra.div display="grid" gap="1.5">
        {options.titled && <chakra.span textStyle="label">{label}</chakra.span>}
        <Segments
          label={label}
          value={value}
          options={choices.map(([one, words]) => [String(one), words] as const)}
          onChange={put}
        />
        {help && <Help>{help}</Help>}
        {error && <FieldProblem>{error}</FieldProblem>}
      </chakra.div>
    ),
  }
}

/** A box to tick. */
export function tick(
  label: ReactNode,
  { begun = false, ...options }: { begun?: boolean; help?: ReactNode } = {},
): Kind<boolean> {
  return {
    begun,
    typed: (stored) => stored === true,
    sent: (typed) => typed,
    draw: ({ name, value, put, label: now = label, help = options.help }) => (
      <Choice>
        <input type="checkbox" name={name} checked={value} onChange={({ target }) => put(target.checked)} />
        <span>
          {now}
          {help && <Help>{help}</Help>}
        </span>
      </Choice>
    ),
  }
}

/** Some of several, each a box to tick. */
export function several<One extends string>(
  label: string,
  ones: readonly (readonly [value: One, words: ReactNode])[],
  { begun = [], ...options }: { begun?: readonly One[]; help?: string } = {},
): Kind<readonly One[]> {
  return {
    begun,
    typed: (stored) => (stored as readonly One[] | null) ?? begun,
    sent: (typed) => typed,
    draw: ({ name, value, put, error }) => (
      <chakra.fieldset border="0" p="0" m="0" minW="0" aria-labelledby={`${name}-of`}>
        <GroupLabel id={`${name}-of`} help={options.help}>
          {label}
        </GroupLabel>
        {ones.map(([one, words]) => (
          <Choice key={one}>
            <input
              type="checkbox"
              name={name}
              checked={value.includes(one)}
              onChange={({ target }) => put(target.checked ? [...value, one] : value.filter((other) => other !== one))}
            />
            <span>{words}</span>
          </Choice>
        ))}
        {error && <FieldProblem>{error}</FieldProblem>}
      </chakra.fieldset>
    ),
  }
}

/** Courses to tick; their ids are sent. */
export function courses({ onlySold = false } = {}): Kind<readonly PickedCourse[]> {
  return {
    begun: [],
    typed: (stored) => (stored as readonly PickedCourse[] | null) ?? [],
    sent: (typed) => typed.map(({ course_id }) => course_id),
    draw: ({ value, put, error }) => <CoursePicks onlySold={onlySold} picked={value} onChange={put} error={error} />,
  }
}

/** A value that the screen draws itself. */
export const state = <Typed,>(begun: Typed): Kind<Typed> => ({
  begun,
  typed: (stored) => stored as Typed,
  sent: (typed) => typed,
  draw: () => null,
})
