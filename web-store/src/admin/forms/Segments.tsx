import { useId } from 'react'
import { chakra } from '../../ui/chakra.ts'

const Row = chakra('fieldset', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', md: 'nowrap' },
    bg: 'bg.muted',
    borderRadius: 'l2',
    p: '3px',
    border: '0',
    minW: '0',
    m: '0',
  },
})

const Choice = chakra('label', {
  base: {
    position: 'relative',
    flex: { base: '1 1 auto', md: '1' },
    display: 'grid',
    placeItems: 'center',
    minH: '38px',
    px: { base: '2', md: '4' },
    borderRadius: '8px',
    fontWeight: '600',
    color: 'fg.muted',
    cursor: 'pointer',
    textAlign: 'center',
    lineHeight: '1.25',
    // On a phone long choices break rather than widen the page.
    whiteSpace: { base: 'normal', md: 'nowrap' },
    // On dark ground a darker choice would look switched off.
    '&:has(:checked)': { bg: 'bg.panel', color: 'fg', boxShadow: 'sm', _dark: { bg: 'action.muted' } },
    '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer' },
  },
})

type SegmentsProps<Value extends string> = {
  /** Names the choice for screen readers. */
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

/** Radio buttons for few options, side by side like a switch. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <Row aria-label={label}>
      {options.map(([option, text]) => (
        <Choice key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {text}
        </Choice>
      ))}
    </Row>
  )
}
