import { addDays, indianDay } from 'contract/indian-time'
import { type AdminRun, RunInput } from 'contract/workshops/run'
import { shopNow } from '../../stores/shop-clock.ts'
import { adminApi } from '../host/admin-api.ts'
import { actionDialog } from '../kit/action-dialog.tsx'
import { addOrChange } from '../kit/call.ts'
import { hour, number, url } from '../kit/fields.tsx'

/** A date, or the course that gets one. */
type Edited = AdminRun | { course_id: string }

function begunOf(of: Edited) {
  if ('run_id' in of) return { ...of, sells_until: of.sells_until === of.starts_at ? null : of.sells_until }
  const at = (time: string) => `${addDays(indianDay(shopNow()), 14)}T${time}:00+05:30`
  return { starts_at: at('19:00'), ends_at: at('21:00'), seats: 20, replay_days: 30 }
}

/** Adds a date to a course, or changes one. */
export default actionDialog({
  title: (of: Edited) => ('run_id' in of ? 'Change the date' : 'Add a date'),
  call: addOrChange(adminApi.workshops.create, adminApi.workshops.update),
  of: (of) => ('run_id' in of ? { params: { run_id: of.run_id }, headers: { 'if-match': `"${of.version}"` } } : {}),
  draft: (of) => `run:${'run_id' in of ? of.run_id : of.course_id}`,
  begun: begunOf,
  schema: (of) => ('run_id' in of ? RunInput : RunInput.transform((body) => ({ ...body, course_id: of.course_id }))),
  fields: {
    starts_at: hour('Begins (Indian time)'),
    ends_at: hour('Ends (Indian time)'),
    seats: number('Seats', { type: 'text' }),
    replay_days: number('Replay (days)', { type: 'text', help: 'Access ends so many days after the end.' }),
    sells_until: hour('Booking closes', { optional: true, help: 'Empty: with the beginning of the workshop.' }),
    group_url: url('Group link', { optional: true, help: 'Only buyers of this date see it.' }),
  },
  layout: () => [['starts_at', 'ends_at'], ['seats', 'replay_days'], 'sells_until', 'group_url'],
  undo: (answer, of) => ('run_id' in of ? (answer as { run: AdminRun }).run : undefined),
  save: 'Save',
  failed: 'Date not saved',
  fallback: 'It was not saved. Please try again.',
})
