import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { adminApi } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
import type { MediaItem } from '../media/media.queries.ts'
import { type Preparing, preparingPercent, preparingText, usePreparing } from '../media/preparing-state.ts'
import { usePreparesByItself } from './by-itself.ts'
import { canPrepare } from './can-prepare.ts'
import { prepare, stopPreparing } from './preparing.ts'

const Part = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0,1fr)', gap: '1.5', justifyItems: 'start', pt: '1.5' },
})
const StatusLine = chakra('p', { base: { textStyle: 'xs', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' } })

/** Has this computer make the qualities of a video that the shop does not make. */
export default function PrepareVideo({ item }: { item: MediaItem }) {
  const platform = usePlatform()
  const client = useQueryClient()
  const preparing = usePreparing(item.media_id)
  const start = async () => {
    await prepare(item, platform)
    await client.invalidateQueries({ queryKey: adminApi.media.key() })
  }
  // The library says so itself in a moment.
  if (preparing?.ready) return null
  if (preparing && !preparing.problem) return <UnderWay item={item} preparing={preparing} />
  if (preparing?.cannot) return <StatusLine py="1">{preparing.problem}</StatusLine>
  // `PreparingNote` says so of all.
  if (!canPrepare()) return null
  return (
    <Part>
      {preparing && (
        <StatusLine color="danger.fg" role="alert">
          {preparing.problem}
        </StatusLine>
      )}
      <Button size="sm" variant="outline" onClick={() => void start()}>
        {preparing ? 'Try again' : 'Process on this computer'}
        <VisuallyHidden> {item.name}</VisuallyHidden>
      </Button>
    </Part>
  )
}

function UnderWay({ item, preparing }: { item: MediaItem; preparing: Preparing }) {
  const percent = preparingPercent(preparing)
  const byItself = usePreparesByItself()
  return (
    <Part>
      <chakra.div display="flex" w="full">
        <ProgressBar percent={percent} label={`Processing ${item.name}`} />
      </chakra.div>
      <StatusLine>
        {preparingText(preparing)}.{' '}
        {!preparing.waiting &&
          (byItself
            ? 'Keep this window open. If you close it, it continues when you are back.'
            : 'Keep this window open. If you close it, it continues when you press again.')}
      </StatusLine>
      <Button size="sm" variant="ghost" ms="-3" onClick={() => stopPreparing(item.media_id)}>
        Stop
        <VisuallyHidden> processing {item.name}</VisuallyHidden>
      </Button>
    </Part>
  )
}
