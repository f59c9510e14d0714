import type { PublicLesson } from 'contract/courses/public-lesson'
import { plural, t } from '../../language/text.ts'
import { chakra } from '../../ui/chakra.ts'
import { clockLength, dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/layout.tsx'
import { IconPlayerPlay } from '../../ui/secondary-icons.ts'
import { IconClipboardText, IconListCheck, IconVideo } from '../courses/lesson-icons.ts'

/** Kinds of lessons. */
const kinds = {
  media: { icon: IconPlayerPlay, name: '' },
  quiz: { icon: IconListCheck, name: t('Quiz') },
  assignment: { icon: IconClipboardText, name: t('Assignment') },
  live: { icon: IconVideo, name: t('Live lesson') },
} as const

/** Shows the public facts of a lesson in the list of a sales page. */
export function LessonLine({ lesson }: { lesson: PublicLesson }) {
  // While instances are renewed one after the other, an older one or an edge may answer without a kind.
  const { kind = 'media', title, seconds, preview_link, live_at, opens_after_days, opens_at, waits_for } = lesson
  const { icon, name } = kinds[kind]
  const what = live_at ? t('Live {date}', { date: dateText(new Date(live_at)) }) : name
  const opening = waits_for
    ? t('Opens after ‘{title}’', { title: waits_for })
    : opens_at
      ? t('Opens {date}', { date: dateText(new Date(opens_at)) })
      : opens_after_days
        ? plural(opens_after_days, {
            one: 'Opens {count} day after you buy',
            other: 'Opens {count} days after you buy',
          })
        : undefined
  return (
    <li>
      <Icon of={icon} size={16} />
      <chakra.span flex="1" minW="0">
        {preview_link ? (
          <a href={preview_link} target="_blank" rel="noopener noreferrer">
            {title}
          </a>
        ) : (
          <span>{title}</span>
        )}
        {opening && (
          <chakra.span display="block" textStyle="sm" color="fg.muted">
            {opening}
          </chakra.span>
        )}
      </chakra.span>
      {preview_link && (
        <Tag coloured colorPalette="action">
          {t('Free preview')}
        </Tag>
      )}
      {what && (
        <chakra.span textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
          {what}
        </chakra.span>
      )}
      {seconds !== null && (
        <chakra.span textStyle="sm" color="fg.muted" fontVariantNumeric="lining-nums tabular-nums">
          {clockLength(seconds)}
        </chakra.span>
      )}
    </li>
  )
}
