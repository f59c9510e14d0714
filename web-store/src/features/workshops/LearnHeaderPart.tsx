import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { isSignedIn, useSession } from '../../stores/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { later } from '../../ui/later.tsx'
import { IconClock } from '../../ui/secondary-icons.ts'

const DateDialog = later(() => import('./DateDialog.tsx'))

/** Opens the student's date of a workshop above its lessons. */
export default function WorkshopDate({ courseId }: { courseId: string }) {
  const signedIn = useSession(isSignedIn)
  const { data } = useQuery({
    ...api.workshops.mine.queryOptions(),
    enabled: signedIn && navigator.onLine,
    retry: false,
  })
  const [open, setOpen] = useState(false)
  const runs = data?.runs.filter(({ course_id }) => course_id === courseId) ?? []
  if (runs.length === 0) return null
  return (
    <>
      <IconButton aria-label={t('Your date')} title={t('Your date')} onClick={() => setOpen(true)}>
        <Icon of={IconClock} />
      </IconButton>
      {open && <DateDialog runs={runs} onClose={() => setOpen(false)} />}
    </>
  )
}
