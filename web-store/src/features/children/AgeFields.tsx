import { PARENT_LINK_DAYS } from 'contract/children/link-days'
import { isEmail } from 'contract/email-and-phone'
import { useId } from 'react'
import { t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Text } from '../../ui/text.tsx'
import type { FieldProblem, Fields } from '../../ui/use-fields.ts'

export type Age = { adult: '' | 'yes' | 'no'; turns_18: string; parent_name: string; parent_email: string }

export const NO_AGE: Age = { adult: '', turns_18: '', parent_name: '', parent_email: '' }

export function problemsOf({ adult, turns_18, parent_name, parent_email }: Age): FieldProblem<Age>[] {
  if (adult === 'yes') return []
  if (adult === '') return [{ field: 'adult', message: t('Choose whether you are 18 or older') }]
  return [
    ...(/^\d{4}-(0[1-9]|1[0-2])$/.test(turns_18.trim())
      ? []
      : [{ field: 'turns_18' as const, message: t('Enter a month and a year, like 2029-06') }]),
    ...(parent_name.trim().length > 1
      ? []
      : [{ field: 'parent_name' as const, message: t('Enter the name of a parent') }]),
    ...(isEmail(parent_email) ? [] : [{ field: 'parent_email' as const, message: t('Enter the email of a parent') }]),
  ]
}

/** The answer as it is sent. */
export const answerOf = ({ adult, turns_18, parent_name, parent_email }: Age) =>
  adult === 'no'
    ? {
        adult,
        turns_18: turns_18.trim(),
        parent_name: parent_name.trim(),
        parent_email: parent_email.trim(),
      }
    : { adult: 'yes' as const }

const Question = chakra('fieldset', {
  base: {
    display: 'grid',
    gap: '3',
    minW: '0',
    '& label:has(> [type=radio])': { display: 'flex', gap: '3', alignItems: 'center', minH: '11', cursor: 'pointer' },
  },
})

/** Asks whether somebody is 18 or older and, below 18, for the parent who is to consent. */
export function AgeFields({ form, busy }: { form: Fields<Age>; busy?: boolean }) {
  const { values, field, change } = form
  const { error, ref } = field('adult')
  const id = useId()
  const choice = (adult: 'yes' | 'no', label: string) => (
    <label>
      <input
        ref={adult === 'yes' ? ref : undefined}
        type="radio"
        name="adult"
        aria-describedby={error && id}
        disabled={busy}
        checked={values.adult === adult}
        aria-invalid={error !== undefined}
        onChange={() => change({ adult })}
      />
      {label}
    </label>
  )
  return (
    <Question>
      <chakra.legend textStyle="label" mb="1">
        {t('Are you 18 or older?')}
      </chakra.legend>
      <div>
        {choice('yes', t('I am 18 or older'))}
        {choice('no', t('I am under 18'))}
      </div>
      {error && (
        <Text id={id} role="alert" color="danger.fg">
          {error}
        </Text>
      )}
      {values.adult === 'no' && (
        <>
          <Text color="fg.muted">
            {t(
              'Below 18 a parent buys for you: we email them a link, which works for {days} days, and they agree. You get no ads and no offers.',
              { days: PARENT_LINK_DAYS },
            )}
          </Text>
          <Field
            label={t('Month in which you turn 18')}
            type="month"
            required
            readOnly={busy}
            help={t('Your day of birth is not needed.')}
            {...field('turns_18')}
          />
          <Field
            label={t('Name of a parent')}
            autoComplete="off"
            required
            readOnly={busy}
            maxLength={100}
            {...field('parent_name')}
          />
          <Field
            label={t('Email of a parent')}
            type="email"
            autoComplete="off"
            required
            readOnly={busy}
            {...field('parent_email')}
          />
        </>
      )}
    </Question>
  )
}
