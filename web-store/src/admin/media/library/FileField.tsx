import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { later } from '../../../ui/later.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { Picture } from '../../../ui/Picture.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { FieldProblem, GroupLabel, Tools } from '../../forms/form-parts.tsx'
import { IconPhoto } from '../../host/admin-icons.ts'
import { Thumb } from '../../lists/Thumb.tsx'

const MediaPicker = later(() => import('./MediaPicker.tsx'))

type Props = {
  kind: 'image' | 'video'
  label: string
  help?: string | undefined
  /** Address in the library; empty without a file. */
  url: string
  error: string | undefined
  onUrl: (url: string) => void
  /** Shown elsewhere. */
  unseen?: boolean
  children?: ReactNode
}

/** Chooses a file of the library, which alone a page or a certificate requests. */
export function FileField({ kind, label, help, url, error, onUrl, unseen, children }: Props) {
  const id = useId()
  const [picking, setPicking] = useState(false)
  const of = label.toLowerCase()
  return (
    <Stack gap="2.5" role="group" aria-labelledby={id}>
      <GroupLabel id={id} help={help}>
        {label}
      </GroupLabel>
      {url && kind === 'image' && !unseen && (
        <chakra.div w="160px" borderRadius="l1" overflow="hidden">
          <Picture src={url} alt="" label="This image cannot be shown" place="thumb" />
        </chakra.div>
      )}
      {url && kind === 'video' && <Thumb url={url} kind="video" />}
      {error && <FieldProblem>{error}</FieldProblem>}
      <Tools>
        <Button size="sm" variant="outline" onClick={() => setPicking(true)}>
          <Icon of={IconPhoto} size={16} />
          {url ? 'Change' : 'Choose'}
          <VisuallyHidden> {of}</VisuallyHidden>
        </Button>
        {url && (
          <Button size="sm" variant="ghost" colorPalette="danger" onClick={() => onUrl('')}>
            Remove
            <VisuallyHidden> {of}</VisuallyHidden>
          </Button>
        )}
      </Tools>
      {children}
      {picking && (
        <MediaPicker
          kind={kind}
          onPick={(item) => {
            setPicking(false)
            onUrl(item.url)
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </Stack>
  )
}
