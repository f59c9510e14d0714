import { type Language, languagePath } from 'contract/languages'
import { JOIN_MINUTES, liveEnd } from 'contract/live-times'
import { inLanguage } from '../../platform/language/language.ts'
import { lessonAddress } from '../../platform/mail/lesson-address.ts'

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

/**
 * Builds a live lesson's iCalendar event (RFC 5545), the same one on every request: calendars use the higher sequence.
 * It names the lesson's page but not the meeting: calendars are shared, and the meeting is for students alone, at its
 * time. `language` is that of the student's emails, so that a downloaded file and a mailed one agree.
 */
export async function calendarOf(
  storeUrl: string,
  lesson: CalendarLesson,
  now: Date,
  language: Language,
): Promise<string> {
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const { t } = inLanguage(language)
  const calendar = ical({
    prodId: { company: 'SkillHaat', product: 'Live lessons', language: language.toUpperCase() },
    method: ICalCalendarMethod.PUBLISH,
  })
  const address = lessonAddress(storeUrl + languagePath(language), lesson)
  const joining = t('Join from the lesson, from {minutes} minutes before it begins:', { minutes: JOIN_MINUTES })
  calendar.createEvent({
    id: `${lesson.lesson_id}@${new URL(storeUrl).hostname}`,
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
  return calendar.toString()
}
