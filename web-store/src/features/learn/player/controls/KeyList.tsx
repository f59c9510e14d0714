import { useEffect, useRef } from 'react'
import { t } from '../../../../language/text.ts'
import { choose, usePlayerChoices } from '../../../../stores/player-choices.ts'
import { chakra } from '../../../../ui/chakra.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconButton } from '../../../../ui/IconButton.tsx'
import { IconX } from '../../../../ui/icons.ts'
import { Sheet, SheetTitle } from './control-parts.tsx'
import { keyList } from './keys.ts'

const Keys = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    columnGap: '4',
    rowGap: '1.5',
    px: '2.5',
    pb: '2.5',
    textStyle: 'sm',
    '& dt': { fontWeight: '600', whiteSpace: 'nowrap' },
    '& dd': { color: 'fg.muted' },
  },
})

/** Lists the keys, and the choice to use them on the whole page. Esc closes it. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const everywhere = usePlayerChoices(({ pageKeys }) => pageKeys)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    box.current?.querySelector('button')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <Sheet
      ref={box}
      role="dialog"
      aria-label={t('Keyboard shortcuts')}
      w={{ md: '400px' }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' && event.key !== '?') return
        event.preventDefault()
        onClose()
      }}
    >
      <SheetTitle alignItems="center" py="0">
        <b>{t('Keyboard shortcuts')}</b>
        <IconButton compact aria-label={t('Close keyboard shortcuts')} onClick={onClose}>
          <Icon of={IconX} />
        </IconButton>
      </SheetTitle>
      <Keys>
        {keyList.map(([keys, what]) => (
          <chakra.div key={keys} display="contents">
            <dt>{keys}</dt>
            <dd>{what}</dd>
          </chakra.div>
        ))}
      </Keys>
      <chakra.label display="flex" gap="2.5" px="2.5" py="2.5" borderTopWidth="1px" borderColor="border" textStyle="sm">
        <input type="checkbox" checked={everywhere} onChange={({ target }) => choose({ pageKeys: target.checked })} />
        {t('Also while the focus is outside the player')}
      </chakra.label>
    </Sheet>
  )
}
