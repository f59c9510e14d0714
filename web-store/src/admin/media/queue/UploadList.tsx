import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Card } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { IconPlayerPlay } from '../../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { IconPlayerPause } from '../../host/admin-icons.ts'
import { bytesText, leftText } from '../library/media-text.ts'
import { useQueueView } from './admin-queue.ts'
import { UploadRow } from './UploadRow.tsx'
import { PARALLEL, type UploadQueue } from './upload-queue.ts'
import { isUnderWay, type QueueView } from './upload-types.ts'

const Head = chakra('header', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: '3',
    px: '5',
    py: '4',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
})

/** The queue with its sum; long ones scroll within themselves. */
export function UploadList({ queue }: { queue: UploadQueue }) {
  const view = useQueueView(queue)
  const { items, total } = view
  const isRunning = items.some(isUnderWay)
  const isPaused = items.some(({ state }) => state === 'paused')
  const percent = total.bytes > 0 ? Math.floor((total.sent / total.bytes) * 100) : 100
  return (
    <Card asChild overflow="hidden" mb="4.5">
      <section aria-label="Upload queue">
        <Head>
          <chakra.div minW="0">
            <chakra.h2 textStyle="h3">Upload queue</chakra.h2>
            <chakra.p textStyle="sm" color="fg.muted" fontVariantNumeric="tabular-nums">
              {sumText(view)}
            </chakra.p>
            <VisuallyHidden role="status">
              {total.open === 0 ? `Uploads finished. ${total.done} of ${total.count} done.` : ''}
            </VisuallyHidden>
          </chakra.div>
          <chakra.div display="flex" gap="2">
            {total.done > 0 && (
              <Button size="sm" variant="ghost" onClick={queue.clearSettled}>
                Clear done
              </Button>
            )}
            {isRunning ? (
              <Button size="sm" variant="outline" onClick={queue.pauseAll}>
                <Icon of={IconPlayerPause} size={16} />
                Pause all
              </Button>
            ) : (
              isPaused && (
                <Button size="sm" variant="outline" onClick={queue.resumeAll}>
                  <Icon of={IconPlayerPlay} size={16} />
                  Resume all
                </Button>
              )
            )}
          </chakra.div>
          {total.open > 0 && (
            <chakra.div display="flex" flexBasis="100%">
              <ProgressBar percent={percent} label="All uploads" />
            </chakra.div>
          )}
        </Head>
        <chakra.ul
          maxH="220px"
          overflowY="auto"
          listStyleType="none"
          css={{ '& > li + li': { borderTopWidth: '1px', borderColor: 'border' } }}
        >
          {items.map((item) => (
            <UploadRow key={item.key} item={item} queue={queue} />
          ))}
        </chakra.ul>
      </section>
    </Card>
  )
}

function sumText({ total, online }: QueueView): string {
  const parts = [`${total.done} of ${total.count} done`]
  if (total.failed > 0) parts.push(`${total.failed} failed`)
  if (total.open === 0) return parts.join(', ')
  if (!online) return [...parts, 'no network'].join(', ')
  if (total.speed > 0) parts.push(`${bytesText(total.speed)} a second`)
  else parts.push(`up to ${PARALLEL} at a time`)
  if (total.secondsLeft !== undefined) parts.push(leftText(total.secondsLeft))
  return parts.join(', ')
}
