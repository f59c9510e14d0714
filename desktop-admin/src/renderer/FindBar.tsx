import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { chakra } from 'web-store/ui/chakra.ts'
import { Input } from 'web-store/ui/Field.tsx'
import { Icon } from 'web-store/ui/Icon.tsx'
import { IconButton } from 'web-store/ui/IconButton.tsx'
import { outline } from 'web-store/ui/icon-drawing.ts'
import { IconX } from 'web-store/ui/icons.ts'
import { IconChevronDown } from 'web-store/ui/secondary-icons.ts'
import type { DesktopBridge } from '../bridge.ts'
import { placesOf } from './find-places.ts'

const IconUp = outline('M6 15l6 -6l6 6')

const Bar = chakra('search', {
  base: {
    position: 'fixed',
    // Below the console's own bar, which narrow windows have.
    top: 'calc(var(--frame-top, var(--host-top)) + 12px)',
    insetInlineEnd: '4',
    // Above the console's own bars and panels.
    zIndex: '70',
    display: 'flex',
    alignItems: 'center',
    gap: '1',
    maxW: 'calc(100vw - 32px)',
    p: '2',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    boxShadow: 'lg',
  },
})

type Found = { places: Range[]; at: number }
const nothing: Found = { places: [], at: 0 }

/** Searches the text of the page, like a browser: its own input is no place, unlike with Chromium's search. */
export function FindBar({ desktop }: { desktop: DesktopBridge }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [found, setFound] = useState(nothing)
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)

  useEffect(
    () =>
      desktop.onMenu((command) => {
        if (command !== 'find') return
        if (document.activeElement !== field.current) before.current = document.activeElement
        setOpen(true)
        field.current?.select()
      }),
    [desktop],
  )
  useEffect(() => mark(open ? found : nothing), [open, found])

  const look = (wanted: string) => {
    setText(wanted)
    setFound({ places: placesOf(wanted, document.body), at: 0 })
  }
  // Another screen has other places; the next step looks for them.
  const { key } = useLocation()
  useEffect(() => setFound(nothing), [key])
  // The page may have changed since the last look.
  const step = (by: 1 | -1) => {
    const places = placesOf(text, document.body)
    const at = found === nothing ? 0 : found.at + by
    setFound({ places, at: (at + places.length) % Math.max(1, places.length) })
  }
  const close = () => {
    setOpen(false)
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true })
    const place = found.places[found.at]
    if (place)
      getSelection()?.setBaseAndExtent(place.startContainer, place.startOffset, place.endContainer, place.endOffset)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (!open) return null
  const { length } = found.places
  return (
    <Bar data-find-bar aria-label="Find on this page" onKeyDown={onKeyDown}>
      <Input
        ref={field}
        aria-label="Find on this page"
        autoFocus
        spellCheck={false}
        flex="1 1 220px"
        minH="9"
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => look(event.target.value)}
      />
      <chakra.span role="status" flex="none" minW="76px" px="2" fontSize=".875rem" color="fg.muted" textAlign="center">
        {text === '' || found === nothing ? '' : length === 0 ? 'Not found' : `${found.at + 1} of ${length}`}
      </chakra.span>
      <IconButton compact aria-label="Previous place" disabled={text === ''} onClick={() => step(-1)}>
        <Icon of={IconUp} />
      </IconButton>
      <IconButton compact aria-label="Next place" disabled={text === ''} onClick={() => step(1)}>
        <Icon of={IconChevronDown} />
      </IconButton>
      <IconButton compact aria-label="Close" onClick={close}>
        <Icon of={IconX} />
      </IconButton>
    </Bar>
  )
}

/** Marks the places without changing the page, and scrolls to the current one. */
function mark({ places, at }: Found): void {
  const here = places[at]
  CSS.highlights.set('found', new Highlight(...places))
  CSS.highlights.set('found-here', new Highlight(...(here ? [here] : [])))
  here?.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
}
