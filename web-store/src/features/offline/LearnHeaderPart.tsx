import type { StudentLesson } from 'contract/learning'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { workers } from '../../shared/offline/worker.ts'
import { useSession } from '../../stores/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { later } from '../../ui/later.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'

const DownloadLessons = later(() => import('./DownloadLessons.tsx'))

type Props = { courseId: string; lessons: readonly StudentLesson[]; currentId: string | null }

/** Opens the choice of lessons to download, where the signed-in student can. */
export default function LearnHeaderPart(props: Props) {
  const [storing, setStoring] = useState(false)
  if (!workers() || useSession.getState().viewing) return null
  return (
    <>
      <IconButton aria-label={t('Download')} title={t('Download')} onClick={() => setStoring(true)}>
        <Icon of={IconDownload} />
      </IconButton>
      {storing && <DownloadLessons {...props} onClose={() => setStoring(false)} />}
    </>
  )
}
