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
import { IconFile, IconPhoto, IconPlayerPause, IconRefresh } from '../../host/admin-icons.ts'
import { bytesText } from '../library/media-text.ts'
import { useCopyAddress } from '../library/use-copy-address.ts'
import { PreparingAhead } from '../preparing-ahead.ts'
import type { UploadQueue } from './upload-queue.ts'
import { percentOf, stateText } from './upload-state.ts'
import type { UploadItem } from './upload-types.ts'
import { useContinueUpload } from './use-continue-upload.ts'

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

const Name = chakra('span', {
  base: { fontWeight: '550', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minW: '0' },
})

type RowProps = { item: UploadItem; queue: UploadQueue }

/** Draws one file: its progress, the reason of a pause, and its actions. A view names all files anew: only changed ones are drawn. */
export const UploadRow = memo(
  UploadRowView,
  (before, now) => before.queue === now.queue && shallow(before.item, now.item),
)

function UploadRowView({ item, queue }: RowProps) {
  const { name, folder, size, kind, state } = item
  const hasBar = state !== 'failed' && state !== 'duplicate'
  const { text, colour } = stateText(item)
  return (
    <Line>
      <FileIcon>
        <Icon of={kind === 'video' ? IconVideo : kind === 'image' ? IconPhoto : IconFile} />
      </FileIcon>
      <chakra.div flex="1" minW="0">
        <chakra.p display="flex" justifyContent="space-between" gap="2.5" mb="1">
          <Name title={folder + name}>{name}</Name>
          <chakra.span textStyle="sm" color="fg.subtle" flexShrink="0" fontVariantNumeric="tabular-nums">
            {bytesText(size)}
          </chakra.span>
        </chakra.p>
        {hasBar && (
          <chakra.div display="flex" css={{ '& > div': { h: '6px' } }}>
            <ProgressBar percent={percentOf(item)} label={name} />
          </chakra.div>
        )}
        <chakra.p
          textStyle="sm"
          mt="0.5"
          fontWeight={colour === 'fg.muted' ? '400' : '550'}
          fontVariantNumeric="tabular-nums"
          overflowWrap="anywhere"
          style={{ color: themeColour(colour) }}
        >
          {text}
        </chakra.p>
        <PreparingAhead id={item.key} name={name} />
        {state === 'duplicate' && (
          <Button size="sm" variant="ghost" ms="-3" onClick={() => queue.uploadAnyway(item.key)}>
            Upload anyway
          </Button>
        )}
      </chakra.div>
      <RowActions item={item} queue={queue} />
    </Line>
  )
}

function RowActions({ item, queue }: RowProps) {
  const { key, name, state, media } = item
  const goOn = useContinueUpload()
  if (media) {
    return (
      <>
        <CopyAddress name={name} url={media.url} />
        <IconButton compact aria-label={`Remove ${name}`} onClick={() => queue.remove(key)}>
          <Icon of={IconX} />
        </IconButton>
      </>
    )
  }
  const canPause = ['waiting', 'checking', 'encoding', 'uploading', 'retrying'].includes(state)
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
      <IconButton compact aria-label={`Cancel ${name}`} onClick={() => queue.remove(key)}>
        <Icon of={IconX} />
      </IconButton>
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
