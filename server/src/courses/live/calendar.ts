import { type Language, languagePath } from 'contract/languages'
import { JOIN_MINUTES, liveEnd } from 'contract/live-times'
import type { Context } from '../../context.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { lessonAddress } from '../../platform/mail/lesson-address.ts'
import { mailShop } from '../../shop/settings/mail-shop.ts'

export type CalendarLesson = {
  lesson_id: string
  title: string
  course_id: string
  course_name: string
  version: number
  starts_at: string
  minutes: number
  cancelled: boolean
}

/** RFC 5546 wants an organizer, and calendars accept a cancellation from that one alone. */
type Organizer = { name: string; email: string }

/** The shop, at the address that its emails come from. */
export async function organizerOf(ctx: Pick<Context, 'db' | 'config'>, language: Language): Promise<Organizer> {
  const { mailFrom } = ctx.config
  return { name: (await mailShop(ctx, language)).shopName, email: /<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom }
}

/**
 * Builds a live lesson's iCalendar event (RFC 5545), the same one on every request: calendars use the higher sequence,
 * and know the event by its UID, which stays when the shop moves to another host. A cancelled one takes it away (RFC 5546).
 * It names the lesson's page but not the meeting: calendars are shared, and the meeting is for students alone, at its
 * time. `language` is that of the student's emails, so that a downloaded file and a mailed one agree.
 */
export async function calendarOf(
  storeUrl: string,
  lesson: CalendarLesson,
  now: Date,
  { language, organizer }: { language: Language; organizer: Organizer },
): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const { t } = inLanguage(language)
  const calendar = ical({
    prodId: { company: 'SkillHaat', product: 'Live lessons', language: language.toUpperCase() },
    method: ICalCalendarMethod[calendarMethod(lesson)],
  })
  const address = lessonAddress(storeUrl + languagePath(language), lesson)
  const joining = t('Join from the lesson, from {minutes} minutes before it begins:', { minutes: JOIN_MINUTES })
  calendar.createEvent({
    id: lesson.lesson_id,
    // Many calendars show the escape of a quotation mark (RFC 6868) as typed: ^'.
    organizer: { ...organizer, name: organizer.name.replaceAll('"', "'") },
    sequence: lesson.version,
    stamp: now,
    start: new Date(lesson.starts_at),
    end: liveEnd(lesson),
    summary: lesson.title,
    description: `${lesson.course_name}\n\n${joining}\n${address}`,
    location: address,
    url: address,
    status: lesson.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return `${calendar.toString().trimEnd()}\r\n`
}

/** The method of a lesson's event, in the file and in the type of its attachment. */
export const calendarMethod = ({ cancelled }: Pick<CalendarLesson, 'cancelled'>) => (cancelled ? 'CANCEL' : 'PUBLISH')
