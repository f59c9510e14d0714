import { type ReactNode, useEffect, useId, useRef } from 'react'
import { chakra } from './chakra.ts'

const Way = chakra('label', {
  base: {
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto',
    columnGap: '3',
    rowGap: '0.5',
    alignItems: 'center',
    minH: '12',
    px: '3.5',
    py: '2.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    lineHeight: '1.35',
    textAlign: 'start',
    overflowWrap: 'anywhere',
    cursor: 'pointer',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '&:has(:checked)': {
      bg: 'action.subtle',
      borderColor: 'action.solid',
      boxShadow: 'inset 0 0 0 1px {colors.action.solid}',
    },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
    '&:has([data-off])': { cursor: 'default', color: 'fg.muted' },
    '& > input': { w: '20px', h: '20px', accentColor: 'action.solid' },
    '& > small': { gridColumn: '2 / -1', fontSize: '.875rem', color: 'fg.muted' },
    '& > span': { textAlign: 'end', '& s': { display: 'block', fontSize: '.8125rem', color: 'fg.muted' } },
  },
})

type WaysProps<Key> = {
  legend: string
  /** `end`: at the end of the line of its name; `below`: under it; `off`: it cannot be chosen. */
  ways: readonly { key: Key; name: ReactNode; end?: ReactNode; below?: ReactNode; off?: boolean }[]
  value: Key | undefined
  onChange: (key: Key) => void
  disabled?: boolean | undefined
  children?: ReactNode
}

/** Chooses one of the ways to buy: radios as cards below each other, and words below them. */
export function Ways<Key extends string>({ legend, ways, value, onChange, disabled, children }: WaysProps<Key>) {
  const group = useId()
  const place = useRef<HTMLFieldSetElement>(null)
  // The server writes the choice: a visitor may have pressed before the script was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => {
    const pressed = place.current?.querySelector<HTMLInputElement>('input:checked')?.value
    const found = ways.find(({ key }) => key === pressed)
    if (found && found.key !== value) onChange(found.key)
  }, [])
  return (
    <chakra.fieldset ref={place} display="grid" gap="2.5" minW="0" data-way="">
      <chakra.legend textStyle="label" mb="2" overflowWrap="anywhere">
        {legend}
      </chakra.legend>
      {ways.map(({ key, name, end, below, off }) => (
        <Way key={key}>
          <input
            type="radio"
            name={group}
            value={key}
            checked={key === value}
            disabled={disabled || off}
            data-off={off ? '' : undefined}
            onChange={() => onChange(key)}
          />
          <b>{name}</b>
          {end && <span>{end}</span>}
          {below && <small>{below}</small>}
        </Way>
      ))}
      {children}
    </chakra.fieldset>
  )
}
