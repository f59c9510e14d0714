import { type LiveTimes, liveEnd } from 'contract/live-times'

/** `20261128T133000Z`. */
const compact = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Calendars in the browser that take an event by its address. It names the lesson in the store, and not where to join. */
export function calendarLinks({ title, address, ...times }: LiveTimes & { title: string; address: string }) {
  const [from, to] = [new Date(times.starts_at), liveEnd(times)]
  const google = new URLSearchParams({
    ...{ action: 'TEMPLATE', text: title, details: address, location: address },
    dates: `${compact(from)}/${compact(to)}`,
  })
  const outlook = new URLSearchParams({
    ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title, body: address, location: address },
    ...{ startdt: from.toISOString(), enddt: to.toISOString() },
  })
  return [
    { name: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook', href: `https://outlook.live.com/calendar/0/action/compose?${outlook}` },
  ]
}
