import { addDays, dayStart, indianDay } from 'contract/indian-time'
import { type AdminRun, RunInput } from 'contract/workshops/run'
import { z } from 'zod'
import { shopNow } from '../../stores/shop-clock.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { day, number, text, url } from '../kit/fields.tsx'

const MINUTE_MS = 60_000

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'Must be a time, as in 19:00' })
const date = z.iso.date({ error: 'Choose a day' })

/** The Indian time of a day, as the server takes it. */
const at = (on: string, time: string) => `${on}T${time}:00+05:30`

const dayOf = (instant: string) => indianDay(new Date(instant))

const timeOf = (instant: string) => {
  const minutes = (Date.parse(instant) - Date.parse(dayStart(dayOf(instant)))) / MINUTE_MS
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Days and times as they are typed; a problem is shown at the day. */
const Typed = z
  .object({
    starts_at: date,
    starts_time: clock,
    ends_at: date,
    ends_time: clock,
    sells_until: date.nullish(),
    seats: z.number({ error: 'Must be 1 to 5000 seats' }),
    replay_days: z.number({ error: 'Must be 0 to 3650 days' }),
    group_url: z.string().nullish(),
  })
  .transform(
    ({ starts_at, starts_time, ends_at, ends_time, sells_until, ...run }): z.input<typeof RunInput> => ({
      ...run,
      starts_at: at(starts_at, starts_time),
      ends_at: at(ends_at, ends_time),
      sells_until: sells_until ? at(sells_until, '00:00') : null,
    }),
  )
  .pipe(RunInput)

type Edited = { course_id: string; run?: AdminRun }
type Sent = { course_id: string; run_id: string | undefined; body: RunInput }

function begunOf({ run }: Edited) {
  if (!run) {
    const on = addDays(indianDay(shopNow()), 14)
    return { starts_at: on, starts_time: '19:00', ends_at: on, ends_time: '21:00', seats: 20, replay_days: 30 }
  }
  const { starts_at, ends_at, sells_until, ...others } = run
  return {
    ...others,
    starts_at: dayOf(starts_at),
    starts_time: timeOf(starts_at),
    ends_at: dayOf(ends_at),
    ends_time: timeOf(ends_at),
    sells_until: sells_until === starts_at ? null : dayOf(sells_until),
  }
}

/** Adds a date to a course, or changes one. */
export default actionDialog({
  title: ({ run }: Edited) => (run ? 'Change the date' : 'Add a date'),
  call: {
    key: () => adminApi.workshops.key(),
    call: ({ course_id, run_id, body }: Sent) =>
      run_id
        ? adminClient.workshops.update({ params: { run_id }, body })
        : adminClient.workshops.create({ body: { ...body, course_id } }),
  },
  of: ({ course_id, run }) => ({ course_id, run_id: run?.run_id }),
  draft: ({ course_id, run }) => `run:${run?.run_id ?? course_id}`,
  begun: begunOf,
  schema: Typed,
  fields: {
    starts_at: day('First day'),
    starts_time: text('Begins at', { help: 'Indian time, as in 19:00' }),
    ends_at: day('Last day'),
    ends_time: text('Ends at'),
    seats: number('Seats', { type: 'text' }),
    replay_days: number('Replay (days)', { type: 'text', help: 'Access ends so many days after the last day.' }),
    sells_until: day('Booking closes', {
      optional: true,
      help: 'Closes as that day begins; empty: with the workshop.',
    }),
    group_url: url('Group link', { optional: true, help: 'Only buyers of this date see it.' }),
  },
  layout: () => [
    ['starts_at', 'starts_time'],
    ['ends_at', 'ends_time'],
    ['seats', 'replay_days'],
    'sells_until',
    'group_url',
  ],
  save: 'Save',
  failed: 'Date not saved',
  fallback: 'It was not saved. Please try again.',
})
