import type { ReactNode } from 'react'
import { Controller, type FieldPath, get, useFieldArray, useFormContext } from 'react-hook-form'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconPlus, IconX } from '../../ui/icons.ts'
import { Stack } from '../../ui/layout.tsx'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { EntryBox, GroupLabel, Tools, Two } from '../forms/form-parts.tsx'
import { SortableList } from '../forms/SortableList.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { settingLabel } from './setting-labels.ts'
import type { SettingsForm } from './settings-form.ts'

type Lists = {
  testimonials: SettingsForm['testimonials'][number]
  'home.steps': SettingsForm['home']['steps'][number]
  'about.leadership': SettingsForm['about']['leadership'][number]
  checkout_questions: SettingsForm['checkout_questions'][number]
}
type Entry = Lists[keyof Lists]

type PeopleProps<Name extends keyof Lists> = {
  name: Name
  /** Names an entry. */
  entry: string
  most: number
  /** A new entry, and the field of it that gets the focus. */
  blank: () => Lists[Name]
  first: keyof Lists[Name] & string
  /** Shown above the entries. */
  head?: ReactNode
  children: (field: (of: keyof Lists[Name] & string) => object, at: number) => ReactNode
}

/** Lists entries that are moved, removed and added. */
export function People<Name extends keyof Lists>({
  name,
  entry,
  most,
  blank,
  first,
  head,
  children,
}: PeopleProps<Name>) {
  const { control, register, formState } = useFormContext<SettingsForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: name as keyof Lists })
  const fieldOf = (index: number) => (of: string) => {
    const path = `${name}.${index}.${of}` as FieldPath<SettingsForm>
    return { error: (get(formState.errors, path) as { message?: string } | undefined)?.message, ...register(path) }
  }
  return (
    <>
      {head}
      <SortableList ids={fields.map(({ id }) => id)} nameOf={(index) => `${entry} ${index + 1}`} onMove={move}>
        {(index, handle) => (
          <EntryBox>
            {handle}
            <Stack minW="0">{children(fieldOf(index), index)}</Stack>
            <IconButton
              compact
              color="fg.subtle"
              aria-label={`Remove ${entry} ${index + 1}`}
              onClick={() => remove(index)}
            >
              <Icon of={IconX} />
            </IconButton>
          </EntryBox>
        )}
      </SortableList>
      <Tools>
        <WaitingButton
          variant="ghost"
          size="sm"
          waitsFor={fields.length >= most && `There are ${most} already: remove one first`}
          onClick={() => append(blank() as Entry, { focusName: `${name}.${fields.length}.${first}` })}
        >
          <Icon of={IconPlus} size={16} />
          Add {entry}
        </WaitingButton>
      </Tools>
    </>
  )
}

const headOf = (name: 'home.steps' | 'about.leadership') => <GroupLabel id={name}>{settingLabel(name)}</GroupLabel>

/** The testimonials of the home page, in their order. */
export function Testimonials() {
  const { control } = useFormContext<SettingsForm>()
  return (
    <People
      name="testimonials"
      entry="testimonial"
      most={12}
      blank={() => ({ name: '', role: '', avatar: '', text: '', rating: '5', course_id: '', course: '' })}
      first="name"
    >
      {(field, at) => (
        <>
          <Two>
            <Field label="Name" required {...field('name')} />
            <Field label="Role" optional {...field('role')} />
          </Two>
          <Field as="textarea" label="Quote" required rows={3} maxLength={600} {...field('text')} />
          <Two>
            <Field as="select" label="Stars" {...field('rating')}>
              {['5', '4', '3', '2', '1'].map((stars) => (
                <option key={stars}>{stars}</option>
              ))}
            </Field>
            <Controller
              control={control}
              name={`testimonials.${at}.course_id`}
              render={({ field: { value, onChange } }) => (
                <CourseSelect label="Course" first="None" value={value} onChange={onChange} />
              )}
            />
          </Two>
        </>
      )}
    </People>
  )
}

/** The steps of the home page, in their order. */
export const Steps = () => (
  <People
    name="home.steps"
    entry="step"
    most={6}
    blank={() => ({ title: '', text: '' })}
    first="title"
    head={headOf('home.steps')}
  >
    {(field) => (
      <>
        <Field label="Title" required {...field('title')} />
        <Field label="Text" optional {...field('text')} />
      </>
    )}
  </People>
)

/** The people who lead the shop. */
export const Leaders = () => (
  <People
    name="about.leadership"
    entry="leader"
    most={6}
    blank={() => ({ name: '', role: '', line: '' })}
    first="name"
    head={headOf('about.leadership')}
  >
    {(field) => (
      <>
        <Two>
          <Field label="Name" required {...field('name')} />
          <Field label="Role" required {...field('role')} />
        </Two>
        <Field as="textarea" label="About this person" optional rows={2} {...field('line')} />
      </>
    )}
  </People>
)
