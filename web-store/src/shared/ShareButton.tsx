import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { IconShare } from '../ui/icons.ts'
import { later } from '../ui/later.tsx'
import type { Share } from './ShareDialog.tsx'

const ShareDialog = later(() => import('./ShareDialog.tsx'))

/** Sends a friend a link; what it takes comes with the first tap. */
export function ShareButton(share: Share) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setOpen(true)}>
        <Icon of={IconShare} size={16} />
        {share.title}
      </Button>
      {open && <ShareDialog {...share} onClose={() => setOpen(false)} />}
    </>
  )
}
