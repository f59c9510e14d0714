import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { chakra } from '../../../../ui/chakra.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconCheck } from '../../../../ui/icons.ts'
import { Key, Sheet, SheetTitle } from './control-parts.tsx'

const Item = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    w: 'full',
    minH: '11',
    px: '2.5',
    borderRadius: '8px',
    textAlign: 'start',
    cursor: 'pointer',
    fontVariantNumeric: 'lining-nums tabular-nums',
    _hover: { bg: 'action.subtle' },
    _focusVisible: { outlineOffset: '-3px' },
    '&[aria-checked=true]': { bg: 'action.subtle', color: 'action.fg', fontWeight: '600' },
  },
})

export type Choice = {
  id: string
  label: string
  /** Small, at the end of the line. */
  aside?: string | undefined
  /** Undefined for what is done at once and cannot be checked. */
  checked?: boolean
}

type Props = {
  /** Name of the setting: `Speed`. */
  title: string
  /** Label of the button for screen readers. */
  label: string
  /** Content of the button. */
  children: ReactNode
  open: boolean
  onOpen: (open: boolean) => void
  choices: readonly Choice[]
  onChoose: (id: string) => void
  /** A line below the choices. */
  note?: string | undefined
  on?: boolean
  phoneOnly?: boolean
}

/** A key of the player that opens a list to choose from. Esc, a choice and a press elsewhere close it; the focus goes back to the key. */
export function ControlMenu(props: Props) {
  const { title, label, children, open, onOpen, choices, onChoose, note, on, phoneOnly } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    const box = menu.current
    const first = box?.querySelector<HTMLElement>('[aria-checked=true]') ?? box?.querySelector<HTMLElement>('button')
    first?.focus()
    const elsewhere = ({ target }: PointerEvent) => {
      const inside = target instanceof Node && (box?.contains(target) || button.current?.contains(target))
      if (!inside) onOpen(false)
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => document.removeEventListener('pointerdown', elsewhere)
  }, [open, onOpen])

  const close = () => {
    onOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (event.key === 'Tab') return onOpen(false)
    if (event.key !== 'Escape' && to === undefined) return
    event.preventDefault()
    if (event.key === 'Escape') close()
    else items[(to ?? 0) % items.length]?.focus()
  }

  return (
    <>
      <Key
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-on={on ? '' : undefined}
        phone={phoneOnly}
        onClick={() => onOpen(!open)}
      >
        {children}
      </Key>
      {open && (
        <Sheet ref={menu} id={id} role="menu" aria-label={title} onKeyDown={onKeyDown}>
          <SheetTitle aria-hidden>
            <b>{title}</b>
          </SheetTitle>
          {choices.map(({ id: choice, label: text, aside, checked }) => (
            <Item
              key={choice}
              type="button"
              role={checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={checked}
              tabIndex={-1}
              onClick={() => {
                onChoose(choice)
                close()
              }}
            >
              {checked !== undefined && (
                <chakra.span w="18px">{checked && <Icon of={IconCheck} size={16} strokeWidth={3} />}</chakra.span>
              )}
              <chakra.span flex="1">{text}</chakra.span>
              {aside && (
                <chakra.span textStyle="sm" color="fg.muted">
                  {aside}
                </chakra.span>
              )}
            </Item>
          ))}
          {note && (
            <chakra.p
              textStyle="sm"
              color="fg.muted"
              borderTopWidth="1px"
              borderColor="border"
              mt="1.5"
              px="2.5"
              py="2"
            >
              {note}
            </chakra.p>
          )}
        </Sheet>
      )}
    </>
  )
}
