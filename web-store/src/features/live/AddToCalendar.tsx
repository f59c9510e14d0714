import type { StudentLesson } from 'contract/learning'
import { type LiveTimes, liveEnd } from 'contract/live-times'
import { client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'

/** `20261128T133000Z`. */
const compact = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Calendars in the browser that take an event by its address. It names the lesson in the store, and not where to join. */
export function calendarLinks({ title, address, ...times }: LiveTimes & { title: string; address: string }) {
  const [from, to] = [new Date(times.starts_at), liveEnd(times)]
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    details: address,
    location: address,
    dates: `${compact(from)}/${compact(to)}`,
  })
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    body: address,
    location: address,
    startdt: from.toISOString(),
    enddt: to.toISOString(),
  })
  return [
    { name: 'Google Calendar', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook', href: `https://outlook.live.com/calendar/0/action/compose?${outlook}` },
  ]
}

type Props = { courseId: string; lesson: StudentLesson; live: NonNullable<StudentLesson['live']> }

/** The calendar of the machine by a file, and the two that most have in the browser by a link. */
export function AddToCalendar({ courseId, lesson: { lesson_id, title }, live }: Props) {
  const file = useSubmission({
    mutationFn: () => client.live.calendar({ lesson_id }),
    onSuccess: (answer) => saveFile('live-lesson.ics', answer),
    onError: (error) =>
      toast.error(t('The calendar file could not be made'), {
        description: errorText(error, t('Please try again.')),
      }),
  })
  const address = `${window.location.origin}${paths.learn(courseId)}?lesson=${encodeURIComponent(lesson_id)}`
  const links = calendarLinks({ title, address, ...live })
  return (
    <>
      <Button variant="outline" busy={file.isPending} onClick={() => file.mutate()}>
        <Icon of={IconDownload} />
        {t('Add to calendar')}
      </Button>
      <chakra.span display="flex" flexWrap="wrap" alignItems="center" columnGap="4" minH="11" textStyle="sm">
        {links.map(({ name, href }) => (
          <chakra.a
            key={name}
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            display="inline-flex"
            alignItems="center"
            minH="11"
            color="action.fg"
            fontWeight="600"
            textDecoration="underline"
            textUnderlineOffset="3px"
          >
            {name}
          </chakra.a>
        ))}
      </chakra.span>
    </>
  )
}
