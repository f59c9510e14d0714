import { chakra } from '../../../ui/chakra.ts'
import { themeColour } from '../../../ui/colour.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconX } from '../../../ui/icons.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { IconPlayerPlay } from '../../../ui/secondary-icons.ts'
import { IconPlayerPause, IconRefresh } from '../../host/admin-icons.ts'
import { usePlatform } from '../../host/platform.tsx'
import { PreparingAhead } from '../preparing-ahead.ts'
import { adminQueue, useQueueView } from '../queue/admin-queue.ts'
import { uploadKeyOf } from '../queue/upload-reference.ts'
import { percentOf, stateText } from '../queue/upload-state.ts'
import { isUnderWay } from '../queue/upload-types.ts'
import { useContinueUpload } from '../queue/use-continue-upload.ts'
import { bytesText } from './media-text.ts'

const Box = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    flex: '1',
    minW: '0',
    minH: '44px',
    ps: '3',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    bg: 'bg.subtle',
  },
})

type PendingFileProps = {
  /** The value of the field: `upload:…`. */
  reference: string
  /** The file is not wanted any more. */
  onRemove: () => void
}

/** In a form, in the place of an address: a file on its way up, with what can be done about it. */
export function PendingFile({ reference, onRemove }: PendingFileProps) {
  const queue = adminQueue(usePlatform())
  const goOn = useContinueUpload()
  const key = uploadKeyOf(reference) ?? ''
  const item = useQueueView(queue).items.find((other) => other.key === key)
  const remove = () => {
    queue.remove(key)
    onRemove()
  }
  const name = item?.name ?? 'upload'
  const { text, colour } = item
    ? stateText(item)
    : { text: 'Not in the list of uploads of this tab. Remove it and choose the file again.', colour: 'buy.fg' }
  const canContinue = item && ['paused', 'failed', 'lost'].includes(item.state)
  return (
    <Box role="group" aria-label={`Upload of ${name}`}>
      <chakra.div flex="1" minW="0" py="1.5">
        <chakra.p display="flex" gap="2.5" textStyle="sm" mb="1" hidden={!item}>
          <chakra.span fontWeight="550" flex="1" minW="0" truncate title={name}>
            {name}
          </chakra.span>
          <chakra.span color="fg.subtle" flexShrink="0" fontVariantNumeric="tabular-nums">
            {item && bytesText(item.size)}
          </chakra.span>
        </chakra.p>
        {item && item.state !== 'failed' && (
          <chakra.div display="flex" css={{ '& > div': { h: '6px' } }}>
            <ProgressBar percent={percentOf(item)} label={name} />
          </chakra.div>
        )}
        <chakra.p
          textStyle="xs"
          mt="0.5"
          fontVariantNumeric="tabular-nums"
          overflowWrap="anywhere"
          style={{ color: themeColour(colour) }}
        >
          {text}
        </chakra.p>
        <PreparingAhead id={key} name={name} />
      </chakra.div>
      {item && isUnderWay(item) && item.state !== 'finishing' && (
        <IconButton compact aria-label={`Pause ${name}`} onClick={() => queue.pause(key)}>
          <Icon of={IconPlayerPause} />
        </IconButton>
      )}
      {item && canContinue && (
        <IconButton
          compact
          aria-label={`${item.state === 'failed' ? 'Retry' : 'Resume'} ${name}`}
          onClick={() => void goOn(item)}
        >
          <Icon of={item.state === 'failed' ? IconRefresh : IconPlayerPlay} />
        </IconButton>
      )}
      <IconButton compact aria-label={`Remove ${name}`} onClick={remove}>
        <Icon of={IconX} />
      </IconButton>
    </Box>
  )
}
