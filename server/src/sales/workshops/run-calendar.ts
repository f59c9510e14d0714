import { languagePath } from 'contract/languages'
import type { Context } from '../../context.ts'
import { organizerOf } from '../../courses/live/calendar.ts'
import { findLanguage } from '../../shop/users/language.queries.ts'

type CalendarSeat = {
  order_id: string
  course_id: string
  course_name: string
  starts_at: string
  ends_at: string
  moved: number
  cancelled_at: string | null
}

/**
 * Builds the iCalendar event of a seat (RFC 5545) with its media type. A seat that moves, or whose date changes, stays the same event with a higher
 * sequence; a cancelled date takes it away (RFC 5546, 2.1.4).
 */
export async function calendarOf(ctx: Context, userId: number, seat: CalendarSeat) {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const language = await findLanguage(ctx.db, userId)
  const organizer = await organizerOf(ctx, language)
  const url = `${ctx.config.storeUrl}${languagePath(language)}/learn/${encodeURIComponent(seat.course_id)}`
  const isCancelled = seat.cancelled_at !== null
  const method = isCancelled ? 'CANCEL' : 'PUBLISH'
  const calendar = ical({
    prodId: { company: 'SkillHaat', product: 'Workshops', language: language.toUpperCase() },
    method: ICalCalendarMethod[method],
  })
  calendar.createEvent({
    id: seat.order_id,
    // Many calendars show the escape of a quotation mark (RFC 6868) as typed: ^'.
    organizer: { ...organizer, name: organizer.name.replaceAll('"', "'") },
    sequence: seat.moved,
    stamp: ctx.now(),
    start: new Date(seat.starts_at),
    end: new Date(seat.ends_at),
    summary: seat.course_name,
    location: url,
    url,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return { file: `${calendar.toString().trimEnd()}\r\n`, type: `text/calendar; charset=utf-8; method=${method}` }
}
