import { type ComponentProps, type ReactNode, useId } from 'react'
import { filled, t } from '../language/text.ts'
import { chakra } from './chakra.ts'
import { Icon } from './Icon.tsx'
import { IconAlertCircle } from './icons.ts'

const control = {
  base: {
    w: 'full',
    minW: '0',
    minH: '11',
    px: '3.5',
    py: '9px',
    lineHeight: '1.4',
    color: 'fg',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    _focusVisible: { borderColor: 'action.focusRing' },
    _invalid: { borderColor: 'danger.fg', boxShadow: 'inset 0 0 0 1px {colors.danger.fg}' },
    _disabled: { opacity: '.5', cursor: 'not-allowed' },
    _readOnly: { bg: 'bg.subtle' },
  },
} as const

/** A bare input in our style, for places with their own label. In forms use `Field`. */
export const Input = chakra('input', control)
export const TextArea = chakra('textarea', { ...control, base: { ...control.base, minH: '24', resize: 'vertical' } })

const chevron =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='16' fill='none' stroke='%237F85AD' stroke-width='2' stroke-linecap='round' stroke-linejoin='round'%3E%3Cpath d='m4 6 4 4 4-4'/%3E%3C/svg%3E\")"

/** The platform's own select with our border and chevron. */
export const Select = chakra('select', {
  ...control,
  base: {
    ...control.base,
    appearance: 'none',
    cursor: 'pointer',
    pe: '10',
    backgroundImage: chevron,
    backgroundPosition: 'right 14px center',
    backgroundRepeat: 'no-repeat',
  },
})

export const Label = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'baseline',
    gap: '1.5',
    textStyle: 'label',
    // A pseudo-element: the label's name is only its text, and `aria-required` announces a required field.
    '&[data-required]::after': { content: '"*" / ""', color: 'offer.fg' },
  },
})
const Optional = chakra('span', { base: { color: 'fg.subtle', fontSize: '.875rem', fontWeight: '450' } })
const Help = chakra('p', { base: { color: 'fg.subtle', fontSize: '.875rem', lineHeight: '1.4' } })
const Problem = chakra('p', {
  base: {
    display: 'flex',
    alignItems: 'start',
    gap: '1.5',
    color: 'danger.fg',
    fontSize: '.875rem',
    fontWeight: '500',
    lineHeight: '1.35',
    overflowWrap: 'anywhere',
    // Beside the first of several lines.
    '& svg': { flex: 'none', mt: '1.5px' },
  },
})

type Own = {
  label: ReactNode
  /** Message of the failed rule; it marks the field and is linked to it. */
  error?: string | undefined
  help?: ReactNode
  /** Shows "optional" beside the label, or these words. */
  optional?: ReactNode
}

export type FieldProps =
  | (Own & { as?: 'input' } & Omit<ComponentProps<typeof Input>, 'as'>)
  | (Own & { as: 'textarea' } & Omit<ComponentProps<typeof TextArea>, 'as'>)
  | (Own & { as: 'select' } & Omit<ComponentProps<typeof Select>, 'as'>)

const controls = { input: Input, textarea: TextArea, select: Select }

/**
 * Shows a labelled control: label above, help and error below. With `useFields` and `useActionForm` it is
 * `<Field label="Email" {...form.field('email')} />`, in an editor `error={errors.email?.message} {...register('email')}`.
 * `required` marks the label; browsers do not validate (set `noValidate` on the form).
 */
export function Field({ label, error, help, optional, as = 'input', id, required, ...rest }: FieldProps) {
  const made = useId()
  const controlId = id ?? made
  const described = [error && `${controlId}-error`, help && `${controlId}-help`].filter(Boolean).join(' ')
  const Control = controls[as] as typeof Input
  return (
    <chakra.div display="grid" gap="1.5" minW="0" alignContent="start">
      <Label htmlFor={controlId} data-required={required || undefined}>
        {label}
        {optional && <Optional>{optional === true ? t('optional') : optional}</Optional>}
      </Label>
      <Control
        id={controlId}
        aria-invalid={error ? true : undefined}
        aria-required={required || undefined}
        aria-describedby={described || undefined}
        {...(as === 'input' ? { type: 'text' } : {})}
        {...(rest as ComponentProps<typeof Input>)}
      />
      {help && <Help id={`${controlId}-help`}>{help}</Help>}
      {error && (
        <Problem id={`${controlId}-error`}>
          <Icon of={IconAlertCircle} size={16} />
          <span>{filled(error)}</span>
        </Problem>
      )}
    </chakra.div>
  )
}
