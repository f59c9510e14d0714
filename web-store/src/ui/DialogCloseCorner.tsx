import type { Ref } from 'react'
import { t } from '../language/text.ts'
import { DialogClose, DialogCorner } from './dialog-parts.ts'
import { Icon } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import { IconX } from './icons.ts'

/** Shows the close button in the corner of a dialog or drawer. */
export function DialogCloseCorner({ ref }: { ref?: Ref<HTMLButtonElement> }) {
  return (
    <DialogCorner>
      <DialogClose asChild>
        <IconButton ref={ref} aria-label={t('Close')}>
          <Icon of={IconX} />
        </IconButton>
      </DialogClose>
    </DialogCorner>
  )
}
