import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../../language/text.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { IconX } from '../../../ui/icons.ts'
import { LESSON_SHEET } from './stage-parts.tsx'

/** The browser's own dialog, at the right edge and as high as the screen; it is clear of a notch there. */
const Panel = chakra('dialog', {
  base: {
    position: 'fixed',
    inset: '0 0 0 auto',
    w: 'min(400px, 72vw)',
    h: '100dvh',
    maxH: 'none',
    pe: 'env(safe-area-inset-right)',
    overflowY: 'auto',
    bg: 'bg.panel',
    color: 'fg',
    _backdrop: { bg: 'rgba(12, 13, 43, .5)' },
  },
})

/** The lessons over the film, for a phone on its side; the film plays on. A choice, Esc and a press beside it close it. */
export function LessonSheet({ currentId, children }: { currentId: string | undefined; children: ReactNode }) {
  const sheet = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const close = () => sheet.current?.close()
  useEffect(() => {
    const show = () => {
      setOpen(true)
      sheet.current?.showModal()
    }
    addEventListener(LESSON_SHEET, show)
    return () => removeEventListener(LESSON_SHEET, show)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice closes it
  useEffect(close, [currentId])
  return (
    <Panel
      ref={sheet}
      aria-label={t('Lessons')}
      onClose={() => setOpen(false)}
      onClick={({ target, currentTarget }) => target === currentTarget && close()}
    >
      <chakra.div position="sticky" top="0" zIndex="2" h="0" textAlign="end">
        <IconButton aria-label={t('Close')} bg="bg.panel" onClick={close}>
          <Icon of={IconX} />
        </IconButton>
      </chakra.div>
      {open && <chakra.div pt="8">{children}</chakra.div>}
    </Panel>
  )
}
