import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { IconPlayerPlay } from '../../ui/secondary-icons.ts'
import { adminAwaitedCourses } from '../content/admin-awaited-courses.ts'
import { adminFolderRuns } from '../folder/admin-folder-runs.ts'
import { adminApi } from '../host/admin-api.ts'
import { IconCloudUpload, IconPlayerPause } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { usePlatform } from '../host/platform.tsx'
import { useUnsaved } from '../host/unsaved.ts'
import { adminQueue, useQueueView } from '../media/queue/admin-queue.ts'
import { lineText } from '../media/queue/upload-state.ts'
import { isUnderWay } from '../media/queue/upload-types.ts'

export type ByItself = { usePreparingByItself: () => void }
const [found] = Object.values(import.meta.glob<ByItself>('../*/by-itself.ts', { eager: true }))
/** Processes videos of lessons without a press, where browsers process any. */
const usePreparingByItself = found?.usePreparingByItself ?? (() => undefined)

const Band = chakra('section', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    px: { base: '4', md: '6', lg: '5', xl: '7' },
    minH: '40px',
    textStyle: 'sm',
    color: 'white',
    fontVariantNumeric: 'tabular-nums',
    '& button, & a': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '1.5',
      minH: '40px',
      fontWeight: '550',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      _hover: { textDecoration: 'underline' },
    },
  },
})

/** Above each screen while files go up or stand still on their way: how far they are, and the way to them. */
export default function UploadLine() {
  const queue = adminQueue(usePlatform())
  const view = useQueueView(queue)
  const { items, total } = view
  const running = items.some(isUnderWay)
  // Leaving would interrupt what is under way, and an ended session must not lose it.
  useUnsaved('uploads', running)
  const queries = useQueryClient()
  const platform = usePlatform()
  useEffect(() => {
    adminFolderRuns(platform, queries)
    adminAwaitedCourses(platform, queries)
  }, [platform, queries])
  usePreparingByItself()
  // Small files may be done before this line is fetched.
  const done = useRef(0)
  useEffect(() => {
    if (total.done > done.current) void queries.invalidateQueries({ queryKey: adminApi.media.key() })
    done.current = total.done
  }, [total.done, queries])
  if (total.open === 0) return null
  const percent = total.bytes > 0 ? Math.min(Math.floor((total.sent / total.bytes) * 100), 99) : 0
  return (
    <chakra.div bg="stage.raised" data-stage>
      <Band aria-label="Uploads">
        <Icon of={IconCloudUpload} size={20} />
        <chakra.p flex={{ base: '1', lg: '0 1 auto' }} minW="0" truncate>
          {lineText(view)}
        </chakra.p>
        <chakra.div
          display={{ base: 'none', lg: 'flex' }}
          flex="1"
          maxW="420px"
          // The band is dark in both themes: the light track of the page looks full there.
          css={{ '& > div': { bg: 'stage.border' }, '& > div > div': { bg: 'white' } }}
        >
          <ProgressBar percent={percent} label="Uploads of this tab" />
        </chakra.div>
        <chakra.button type="button" ms="auto" onClick={running ? queue.pauseAll : queue.resumeAll}>
          <Icon of={running ? IconPlayerPause : IconPlayerPlay} size={16} />
          {running ? 'Pause all' : 'Resume all'}
        </chakra.button>
        <Link to={adminPaths.tab('media')}>Show uploads</Link>
      </Band>
    </chakra.div>
  )
}
