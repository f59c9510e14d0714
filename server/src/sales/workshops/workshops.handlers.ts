import { calls, requireAdmin, requireUser } from '../../context.ts'
import { findOwnHolds, findRuns, findSeated, findShownRuns } from './workshops.queries.ts'
import {
  addRun,
  cancelDate,
  changeRun,
  listOwn,
  moveStudents,
  runCalendar,
  type SeatBack,
  takeMoney,
  takeNext,
  toAdminRun,
  toRun,
} from './workshops.service.ts'

const BACK: Record<SeatBack, string> = {
  money: 'Your money is on its way',
  asked: 'Your money is asked for. We email you once it is sent.',
  coins: 'Your coins are back',
  seat: 'Your seat is given back, and its code can be used again',
}

const students = (count: number) => (count === 1 ? '1 student' : `${count} students`)

export const workshopsHandlers = {
  list: calls.workshops.list.handler(async ({ input, context: { ctx } }) => {
    const now = ctx.now()
    const runs = (await findShownRuns(ctx.db, input.course_id, now)).map((run) => toRun(run, now))
    return { runs: runs.filter(({ cancelled, ends_at }) => !cancelled && new Date(ends_at) > now) }
  }),

  mine: calls.workshops.mine.handler(async ({ context }) => ({
    runs: await listOwn(context.ctx, requireUser(context)),
    holds: await findOwnHolds(context.ctx.db, requireUser(context).id, context.ctx.now()),
  })),

  choose: calls.workshops.choose.handler(async ({ input, context }) => {
    const [user, runId] = [requireUser(context), input.params.run_id]
    if (input.body.choice === 'refund') {
      const back = await takeMoney(context.ctx, user, runId)
      return { message: BACK[back], back }
    }
    await takeNext(context.ctx, user, runId)
    return { message: 'You have a seat on the next date' }
  }),

  calendar: calls.workshops.calendar.handler(({ input, context }) =>
    runCalendar(context.ctx, requireUser(context), input.run_id),
  ),

  adminList: calls.workshops.adminList.handler(async ({ input, context: { ctx } }) => {
    const now = ctx.now()
    return { runs: (await findRuns(ctx.db, input.course_id, now, null)).map((run) => toAdminRun(run, now)) }
  }),

  create: calls.workshops.create.handler(async ({ input, context }) => {
    const { course_id, ...run } = input.body
    return { message: 'Date added', run_id: await addRun(context.ctx, course_id, run) }
  }),

  update: calls.workshops.update.handler(async ({ input, context }) => {
    const run = await changeRun(context.ctx, input.params.run_id, input.body, input.headers?.['if-match'])
    return { message: 'Date saved', run }
  }),

  people: calls.workshops.people.handler(async ({ input, context: { ctx } }) => ({
    people: (await findSeated(ctx.db, input.run_id)).map((seat) => ({ ...seat, user_id: seat.public_id })),
  })),

  move: calls.workshops.move.handler(async ({ input, context }) => {
    const moved = await moveStudents(context.ctx, input.params.run_id, input.body)
    return { message: `${students(moved)} moved. Each gets an email.` }
  }),

  cancel: calls.workshops.cancel.handler(async ({ input, context }) => {
    const notified = await cancelDate(context.ctx, input.params.run_id, requireAdmin(context).id)
    return { message: `Date cancelled. ${students(notified)} can choose the next one or the money back.` }
  }),
}
