import type { ReactNode } from 'react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconPlus, IconX } from '../../ui/icons.ts'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { EntryBox, GroupLabel, Tools, Two } from '../forms/form-parts.tsx'
import { SortableList } from '../forms/SortableList.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { settingLabel } from './setting-labels.ts'
import type { SettingsForm } from './settings-form.ts'

export const EMPTY = 'Not filled in yet'

type PeopleProps = {
  /** Names an entry. */
  entry: string
  ids: string[]
  most: number
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  onAdd: () => void
  children: (index: number) => ReactNode
}

/** Lists entries that are moved, removed and added. */
export function People({ entry, ids, most, onMove, onRemove, onAdd, children }: PeopleProps) {
  return (
    <>
      <SortableList ids={ids} nameOf={(index) => `${entry} ${index + 1}`} onMove={onMove}>
        {(index, handle) => (
          <EntryBox>
            {handle}
            <chakra.div display="grid" gap="3" minW="0">
              {children(index)}
            </chakra.div>
            <IconButton
              compact
              color="fg.subtle"
              aria-label={`Remove ${entry} ${index + 1}`}
              onClick={() => onRemove(index)}
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
          waitsFor={ids.length >= most && `There are ${most} already: remove one first`}
          onClick={onAdd}
        >
          <Icon of={IconPlus} size={16} />
          Add {entry}
        </WaitingButton>
      </Tools>
    </>
  )
}

const blank = { name: '', role: '', avatar: '', text: '', rating: '5', course_id: '', course: '' }

/** The testimonials of the home page, in their order. */
export function Testimonials() {
  const { control, register, formState } = useFormContext<SettingsForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'testimonials' })
  const errors = formState.errors.testimonials
  return (
    <People
      entry="testimonial"
      ids={fields.map(({ id }) => id)}
      most={12}
      onMove={move}
      onRemove={remove}
      onAdd={() => append(blank, { focusName: `testimonials.${fields.length}.name` })}
    >
      {(index) => (
        <>
          <Two>
            <Field
              label="Name"
              required
              error={errors?.[index]?.name?.message}
              {...register(`testimonials.${index}.name`)}
            />
            <Field
              label="Role"
              optional
              error={errors?.[index]?.role?.message}
              {...register(`testimonials.${index}.role`)}
            />
          </Two>
          <Field
            as="textarea"
            label="Quote"
            required
            rows={3}
            maxLength={600}
            error={errors?.[index]?.text?.message}
            {...register(`testimonials.${index}.text`)}
          />
          <Two>
            <Field
              as="select"
              label="Stars"
              error={errors?.[index]?.rating?.message}
              {...register(`testimonials.${index}.rating`)}
            >
              {['5', '4', '3', '2', '1'].map((stars) => (
                <option key={stars}>{stars}</option>
              ))}
            </Field>
            <Controller
              control={control}
              name={`testimonials.${index}.course_id`}
              render={({ field }) => (
                <CourseSelect label="Course" first="None" none="" value={field.value} onChange={field.onChange} />
              )}
            />
          </Two>
        </>
      )}
    </People>
  )
}

/** The steps of the home page, in their order. */
export function Steps() {
  const { control, register, formState } = useFormContext<SettingsForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'home.steps' })
  const errors = formState.errors.home?.steps
  return (
    <>
      <GroupLabel id="steps" help={fields.length === 0 ? EMPTY : undefined}>
        {settingLabel('home.steps')}
      </GroupLabel>
      <People
        entry="step"
        ids={fields.map(({ id }) => id)}
        most={6}
        onMove={move}
        onRemove={remove}
        onAdd={() => append({ title: '', text: '' }, { focusName: `home.steps.${fields.length}.title` })}
      >
        {(index) => (
          <>
            <Field
              label="Title"
              required
              error={errors?.[index]?.title?.message}
              {...register(`home.steps.${index}.title`)}
            />
            <Field
              label="Text"
              optional
              error={errors?.[index]?.text?.message}
              {...register(`home.steps.${index}.text`)}
            />
          </>
        )}
      </People>
    </>
  )
}

/** Edits the people who lead the shop. */
export function Leaders() {
  const { control, register, formState } = useFormContext<SettingsForm>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'about.leadership' })
  const errors = formState.errors.about?.leadership
  return (
    <>
      <GroupLabel id="leadership" help={fields.length === 0 ? EMPTY : undefined}>
        {settingLabel('about.leadership')}
      </GroupLabel>
      <People
        entry="leader"
        ids={fields.map(({ id }) => id)}
        most={6}
        onMove={move}
        onRemove={remove}
        onAdd={() => append({ name: '', role: '', line: '' }, { focusName: `about.leadership.${fields.length}.name` })}
      >
        {(index) => (
          <>
            <Two>
              <Field
                label="Name"
                required
                error={errors?.[index]?.name?.message}
                {...register(`about.leadership.${index}.name`)}
              />
              <Field
                label="Role"
                required
                error={errors?.[index]?.role?.message}
                {...register(`about.leadership.${index}.role`)}
              />
            </Two>
            <Field
              as="textarea"
              label="About this person"
              optional
              rows={2}
              {...register(`about.leadership.${index}.line`)}
            />
          </>
        )}
      </People>
    </>
  )
}
