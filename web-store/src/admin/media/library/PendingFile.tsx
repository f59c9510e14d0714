import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconX } from '../../../ui/icons.ts'
import { usePlatform } from '../../host/platform.tsx'
import { adminQueue, useQueueView } from '../queue/admin-queue.ts'
import { UploadFacts, UploadSteps } from '../queue/UploadRow.tsx'
import { uploadKeyOf } from '../queue/upload-reference.ts'

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
  const key = uploadKeyOf(reference) ?? ''
  const item = useQueueView(queue).items.find((other) => other.key === key)
  const remove = () => {
    queue.remove(key)
    onRemove()
  }
  const name = item?.name ?? 'upload'
  return (
    <Box role="group" aria-label={`Upload of ${name}`}>
      <chakra.div flex="1" minW="0" py="1.5">
        {item ? (
          <UploadFacts item={item} small />
        ) : (
          <chakra.p textStyle="xs" color="buy.fg" overflowWrap="anywhere">
            Not in the list of uploads of this tab. Remove it and choose the file again.
          </chakra.p>
        )}
      </chakra.div>
      {item && <UploadSteps item={item} queue={queue} />}
      <IconButton compact aria-label={`Remove ${name}`} onClick={remove}>
        <Icon of={IconX} />
      </IconButton>
    </Box>
  )
}
