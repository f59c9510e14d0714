import { useId } from 'react'
import { t } from '../../language/text.ts'
import { accessText } from '../../shared/courses/access-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'

const Row = chakra('label', {
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
    '& > input': { w: '20px', h: '20px', accentColor: 'action.solid' },
    '& > small': { gridColumn: '2 / -1', fontSize: '.875rem', color: 'fg.muted' },
    '& > span': { textAlign: 'end', '& s': { display: 'block', fontSize: '.8125rem', color: 'fg.muted' } },
  },
})

export type ShownOption = {
  option_id: string
  name: string
  note?: string | null | undefined
  /** Rupees. */
  price: number
  /** Rupees, of an option that costs less. */
  listPrice?: number | undefined
  /** Length of the access, in words. */
  access: string
}

type RadiosProps = {
  legend: string
  options: readonly ShownOption[]
  value: string | undefined
  onChange: (option: string) => void
  disabled?: boolean
}

/** Describes the length of an access period. */
export const lengthText = (period: string | null | undefined) => (period ? accessText(period) : t('Lifetime access'))

/** Chooses one of the prices of a course. */
export function OptionRadios({ legend, options, value, onChange, disabled }: RadiosProps) {
  const name = useId()
  return (
    <chakra.fieldset display="grid" gap="2.5" minW="0" data-way="">
      <chakra.legend textStyle="label" mb="2" overflowWrap="anywhere">
        {legend}
      </chakra.legend>
      {options.map(({ option_id, name: words, note, price, listPrice, access }) => (
        <Row key={option_id}>
          <input
            type="radio"
            name={name}
            checked={option_id === value}
            disabled={disabled}
            onChange={() => onChange(option_id)}
          />
          <b>{words}</b>
          <span>
            {listPrice !== undefined && listPrice > price && <s>{rupeesText(listPrice)}</s>}
            <b>{rupeesText(price)}</b>
          </span>
          <small>{[access, ...(note ? [note] : [])].join(' · ')}</small>
        </Row>
      ))}
    </chakra.fieldset>
  )
}
