import { useEffect, useRef } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'

export const STEPS = { from: 'Where from', files: 'Files', match: 'Match', check: 'Check', move: 'Move' } as const
export type Step = keyof typeof STEPS

const List = chakra('ol', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: { base: '1.5', md: '2' },
    listStyleType: 'none',
    '& > li': { display: 'flex', alignItems: 'center', gap: '2', color: 'fg.subtle', fontWeight: '500' },
    '& > li + li::before': {
      content: '""',
      w: { base: '3', md: '8' },
      h: '1px',
      bg: 'border.emphasized',
    },
    '& > li > span:first-of-type': {
      display: 'grid',
      placeItems: 'center',
      w: '26px',
      h: '26px',
      flex: 'none',
      borderRadius: 'full',
      borderWidth: '1.5px',
      borderColor: 'border.emphasized',
      fontSize: '.8125rem',
      fontWeight: '600',
    },
    '& > li[data-done] > span:first-of-type': {
      bg: 'success.solid',
      borderColor: 'success.solid',
      color: 'success.contrast',
    },
    '& > li[aria-current]': { color: 'fg', fontWeight: '600' },
    '& > li[aria-current] > span:first-of-type': {
      bg: 'action.solid',
      borderColor: 'action.solid',
      color: 'action.contrast',
    },
    // On phones only the present step has its name.
    '& > li:not([aria-current]) > span:last-of-type': {
      base: { position: 'absolute', w: '1px', h: '1px', overflow: 'hidden', clipPath: 'inset(50%)' },
      md: { position: 'static', w: 'auto', h: 'auto', clipPath: 'none' },
    },
  },
})

/** Shows the steps; the focus goes to the name of a new one, so that it is read out. */
export function Steps({ at }: { at: Step }) {
  const names = Object.keys(STEPS) as Step[]
  const now = names.indexOf(at)
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [at])
  return (
    <chakra.div mb="5" position="relative">
      <VisuallyHidden asChild>
        <h2 ref={heading} tabIndex={-1}>
          Step {now + 1} of {names.length}: {STEPS[at]}
        </h2>
      </VisuallyHidden>
      <List>
        {names.map((name, place) => (
          <li key={name} aria-current={name === at ? 'step' : undefined} data-done={place < now || undefined}>
            <span aria-hidden>{place < now ? <Icon of={IconCheck} size={16} /> : place + 1}</span>
            <span>{STEPS[name]}</span>
          </li>
        ))}
      </List>
    </chakra.div>
  )
}
