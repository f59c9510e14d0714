import { memo } from 'react'
import { shallow } from 'zustand/shallow'
import { IconVideo } from '../../../shared/courses/lesson-icons.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { themeColour } from '../../../ui/colour.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconCheck, IconX } from '../../../ui/icons.ts'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { IconCopy, IconPlayerPlay } from '../../../ui/secondary-icons.ts'
import { toast } from '../../../ui/toaster.ts'
import { IconFile, IconPhoto, IconPlayerPause, IconRefresh } from '../../host/admin-icons.ts'
import { usePlatform } from '../../host/platform.tsx'
import { bytesText } from '../library/media-text.ts'
import { useCopyAddress } from '../library/use-copy-address.ts'
import { PreparingAhead } from '../preparing-ahead.ts'
import type { UploadQueue } from './upload-queue.ts'
import { percentOf, stateText } from './upload-state.ts'
import { isUnderWay, type UploadItem } from './upload-types.ts'

const Line = chakra('li', {
  base: { display: 'flex', alignItems: 'center', gap: '3.5', py: '2.5', ps: '5', pe: '3' },
})

const FileIcon = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    w: '38px',
    h: '38px',
    borderRadius: '8px',
    bg: 'bg.muted',
    color: 'fg.muted',
  },
})

type RowProps = { item: UploadItem; queue: UploadQueue }

/** Draws one file: its progress, the reason of a pause, and its actions. A view names all files anew: only changed ones are drawn. */
export const UploadRow = memo(
  UploadRowView,
  (before, now) => before.queue === now.queue && shallow(before.item, now.item),
)

function UploadRowView({ item, queue }: RowProps) {
  const { key, name, kind, state, media } = item
  return (
    <Line>
      <FileIcon>
        <Icon of={kind === 'video' ? IconVideo : kind === 'image' ? IconPhoto : IconFile} />
      </FileIcon>
      <chakra.div flex="1" minW="0">
        <UploadFacts item={item} />
        {state === 'duplicate' && (
          <Button size="sm" variant="ghost" ms="-3" onClick={() => queue.uploadAnyway(key)}>
            Upload anyway
          </Button>
        )}
      </chakra.div>
      {media ? <CopyAddress name={name} url={media.url} /> : <UploadSteps item={item} queue={queue} />}
      <IconButton compact aria-label={`${media ? 'Remove' : 'Cancel'} ${name}`} onClick={() => queue.remove(key)}>
        <Icon of={IconX} />
      </IconButton>
    </Line>
  )
}

/** A file on its way: its name, its size and how far it is. */
export function UploadFacts({ item, small }: { item: UploadItem; small?: boolean }) {
  const { key, name, folder, size, state } = item
  const { text, colour } = stateText(item)
  return (
    <>
      <chakra.p display="flex" justifyContent="space-between" gap="2.5" mb="1" textStyle={small ? 'sm' : undefined}>
        <chakra.span fontWeight="550" minW="0" truncate title={folder + name}>
          {name}
        </chakra.span>
        <chakra.span textStyle="sm" color="fg.subtle" flexShrink="0" fontVariantNumeric="tabular-nums">
          {bytesText(size)}
        </chakra.span>
      </chakra.p>
      {state !== 'failed' && state !== 'duplicate' && (
        <chakra.div display="flex" css={{ '& > div': { h: '6px' } }}>
          <ProgressBar percent={percentOf(item)} label={name} />
        </chakra.div>
      )}
      <chakra.p
        textStyle={small ? 'xs' : 'sm'}
        mt="0.5"
        fontWeight={small || colour === 'fg.muted' ? '400' : '550'}
        fontVariantNumeric="tabular-nums"
        overflowWrap="anywhere"
        style={{ color: themeColour(colour) }}
      >
        {text}
      </chakra.p>
      <PreparingAhead id={key} name={name} />
    </>
  )
}

/** Pauses a file on its way, or goes on with it. */
export function UploadSteps({ item, queue }: RowProps) {
  const { key, name, state } = item
  const goOn = useContinueUpload(queue)
  const canPause = isUnderWay(item) && state !== 'finishing' && state !== 'converting'
  const again = state === 'failed' ? 'Retry' : 'Resume'
  return (
    <>
      {canPause && (
        <IconButton compact aria-label={`Pause ${name}`} onClick={() => queue.pause(key)}>
          <Icon of={IconPlayerPause} />
        </IconButton>
      )}
      {(state === 'paused' || state === 'failed' || state === 'lost') && (
        <IconButton compact aria-label={`${again} ${name}`} onClick={() => void goOn(item)}>
          <Icon of={state === 'failed' ? IconRefresh : IconPlayerPlay} />
        </IconButton>
      )}
    </>
  )
}

function CopyAddress({ name, url }: { name: string; url: string }) {
  const { copied, copy } = useCopyAddress(url)
  return (
    <IconButton compact aria-label={copied ? 'Copied' : `Copy URL of ${name}`} aria-live="polite" onClick={copy}>
      <Icon of={copied ? IconCheck : IconCopy} />
    </IconButton>
  )
}

/**
 * Resumes an upload that is paused, failed or lost. If the machine does not find its file by itself, the admin must choose it again; a file of
 * another name or size is refused.
 */
function useContinueUpload(queue: UploadQueue) {
  const platform = usePlatform()
  return async ({ key, name, size }: UploadItem): Promise<void> => {
    await queue.resume(key)
    if (queue.view().items.find((item) => item.key === key)?.state !== 'lost') return
    const [file] = await platform.pickFiles({ kind: 'media', multiple: false, keep: true })
    if (!file) return
    if (file.name === name && file.size === size) queue.add([file])
    else toast.error(`This is another file. Please choose ${name}, ${bytesText(size)}.`)
  }
}
