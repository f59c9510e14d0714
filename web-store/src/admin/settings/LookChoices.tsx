import { RADII, TYPE_PAIRS } from 'contract/shop/look'
import { type ReactNode, useEffect, useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { chakra } from '../../ui/chakra.ts'
import { Stack } from '../../ui/layout.tsx'
import { typeSamples } from '../../ui/type-samples.ts'
import { GroupLabel, Help } from '../forms/form-parts.tsx'
import { settingLabel } from './setting-labels.ts'
import type { SettingsForm } from './settings-form.ts'

const Options = chakra('div', {
  base: { display: 'grid', gridTemplateColumns: { base: 'minmax(0,1fr)', sm: 'repeat(3,minmax(0,1fr))' }, gap: '3' },
})

const Option = chakra('label', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: { sm: 'column' },
    alignItems: { base: 'center', sm: 'start' },
    gap: '3',
    p: '3.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.panel',
    cursor: 'pointer',
    '&:has(:checked)': {
      borderColor: 'action.fg',
      boxShadow: 'inset 0 0 0 1px {colors.action.fg}',
      bg: 'action.subtle',
    },
    '&:has(:focus-visible)': { outline: '3px solid', outlineColor: 'action.focusRing', outlineOffset: '2px' },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer' },
  },
})

type ChoiceProps<Value> = {
  name: 'look.radius' | 'look.type'
  help: string
  options: readonly Value[]
  children: (option: Value) => ReactNode
}

/** A choice of few options, each of which shows what it does. */
function Choice<Value extends SettingsForm['look']['radius' | 'type']>({
  name,
  help,
  options,
  children,
}: ChoiceProps<Value>) {
  const { watch, setValue } = useFormContext<SettingsForm>()
  const chosen = watch(name)
  const id = useId()
  return (
    <Stack gap="2" role="radiogroup" aria-labelledby={id} data-field={name}>
      <GroupLabel id={id}>{settingLabel(name)}</GroupLabel>
      <Options>
        {options.map((option) => (
          <Option key={option}>
            <input
              type="radio"
              name={name}
              checked={option === chosen}
              onChange={() => setValue(name, option, { shouldDirty: true })}
            />
            {children(option)}
          </Option>
        ))}
      </Options>
      <Help>{help}</Help>
    </Stack>
  )
}

const corners: Record<(typeof RADII)[number], string> = { 0: 'Square', 6: 'Soft', 12: 'Round' }

export const CornersField = () => (
  <Choice name="look.radius" options={RADII} help="Of buttons, fields, pictures and cards in the store.">
    {(radius) => (
      <>
        <chakra.span
          aria-hidden
          display="block"
          w="14"
          h="9"
          borderWidth="2px"
          borderColor="action.fg"
          bg="bg.muted"
          style={{ borderRadius: radius && radius + 4 }}
        />
        <span>
          <b>{corners[radius]}</b>
        </span>
      </>
    )}
  </Choice>
)

const types: Record<(typeof TYPE_PAIRS)[number], [name: string, about: string]> = {
  anek: ['Anek and Hind', 'Narrow, painted headings'],
  poppins: ['Poppins', 'Round and wide'],
  mukta: ['Mukta', 'Plain and calm'],
}

const sampleFamily = (type: string) => `sample-${type}`

export function TypeField() {
  useEffect(() => {
    for (const [type, addresses] of Object.entries(typeSamples))
      for (const address of addresses) {
        const face = new FontFace(
          sampleFamily(type),
          `url(${address})`,
          addresses.length > 1 && address === addresses[1] ? { unicodeRange: 'U+0900-097F' } : {},
        )
        document.fonts.add(face)
      }
  }, [])
  return (
    <Choice
      name="look.type"
      options={TYPE_PAIRS}
      help="For English, Hindi and Marathi. Visitors load the chosen one alone."
    >
      {(type) => (
        <>
          <chakra.span
            aria-hidden
            fontSize="1.5rem"
            lineHeight="1.3"
            fontWeight="600"
            style={{ fontFamily: `${sampleFamily(type)}, sans-serif` }}
          >
            Skills हुनर
          </chakra.span>
          <span>
            <b>{types[type][0]}</b>
            <Help>{types[type][1]}</Help>
          </span>
        </>
      )}
    </Choice>
  )
}
