import type { ReactNode } from 'react'
import { type FieldPath, get, useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Card } from '../../ui/layout.tsx'
import { H3 } from '../../ui/text.tsx'
import { Choice, Help } from '../forms/form-parts.tsx'
import { type LabelledSetting, settingLabel } from './setting-labels.ts'
import type { SettingsForm } from './settings-form.ts'
import { settingsSections } from './settings-index.ts'

type TextProps = {
  name: FieldPath<SettingsForm> & LabelledSetting
  help?: string
  rows?: number
  required?: boolean
  optional?: boolean
  /** Needed by the law or by buyers, and left out of the store while it is empty. */
  hides?: boolean
  type?: 'email' | 'tel' | 'number' | 'url'
}

const Unshown = chakra('span', { base: { color: 'buy.fg' } })

/** One text of the settings. */
export function TextSetting({ name, rows, optional, hides, type, ...words }: TextProps) {
  const { register, watch, formState } = useFormContext<SettingsForm>()
  const error = (get(formState.errors, name) as { message?: string } | undefined)?.message
  const unshown = hides && String(watch(name) ?? '').trim() === ''
  const shared = {
    ...words,
    label: settingLabel(name),
    error,
    optional: unshown ? <Unshown>Not filled in yet</Unshown> : optional || hides,
  }
  if (rows) return <Field as="textarea" rows={rows} {...shared} {...register(name)} />
  return <Field {...shared} {...(type && { type })} {...register(name)} />
}

type SectionTitle = (typeof settingsSections)[number]['title']

/** One section of `settingsSections`, which its index and the palette lead to. */
export function Section({ title, help, children }: { title: SectionTitle; help?: string; children: ReactNode }) {
  const id = settingsSections.find((section) => section.title === title)?.id
  return (
    <Card asChild padded display="grid" gap="4.5">
      <section id={`section-${id}`} aria-label={title}>
        <div>
          <H3 as="h2" id={`section-${id}-title`} tabIndex={-1} outline="0" fontSize="1.375rem">
            {title}
          </H3>
          {help && <Help>{help}</Help>}
        </div>
        {children}
      </section>
    </Card>
  )
}

type SwitchName =
  | `switches.${'countdown' | 'next_price'}`
  | `bundles.${'moved' | 'gifted' | 'granted'}`
  | 'children.ask'
  | `delivery.${'moving_mark' | 'pdf_stamp' | 'questions' | 'question_mails' | 'access_reminder' | 'login_code'}`

/** One choice of the settings, with its consequence. */
export function Switch({ name, help }: { name: SwitchName; help: string }) {
  const { register } = useFormContext<SettingsForm>()
  return (
    <Choice>
      <input type="checkbox" {...register(name)} />
      <span>
        {settingLabel(name)}
        <Help>{help}</Help>
      </span>
    </Choice>
  )
}
