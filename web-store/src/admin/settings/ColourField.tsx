import { refusedColour, textContrast } from 'contract/shop/look'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Row } from '../../ui/layout.tsx'
import { settingLabel } from './setting-labels.ts'
import type { SettingsForm } from './settings-form.ts'

const texts = {
  buy: { built: '#ffb81c', text: 'Dark text on it' },
  action: { built: '#2b3390', text: 'White text on it' },
  dark: { built: '#0d0f26', text: 'Light text on it' },
}

/** Grounds of the dark theme that pass. */
export const DARK_GROUNDS = [
  ['#0d0f26', 'Night'],
  ['#0b0b0d', 'Black'],
  ['#10151b', 'Slate'],
  ['#0c1813', 'Forest'],
  ['#1a0f1a', 'Plum'],
  ['#19110c', 'Coffee'],
] as const

const Swatch = chakra('input', {
  base: {
    w: '11',
    h: '11',
    p: '0',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.panel',
    cursor: 'pointer',
    forcedColorAdjust: 'none',
    '&::-webkit-color-swatch-wrapper': { p: '1' },
    '&::-webkit-color-swatch': { border: '0', borderRadius: '6px' },
  },
})

const Preset = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '9',
    px: '2.5',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    bg: 'bg.panel',
    textStyle: 'sm',
    cursor: 'pointer',
    '& > span': {
      w: '5',
      h: '5',
      borderRadius: 'full',
      borderWidth: '1px',
      borderColor: 'border',
      forcedColorAdjust: 'none',
    },
    '&[aria-pressed=true]': {
      borderColor: 'action.fg',
      boxShadow: 'inset 0 0 0 1px {colors.action.fg}',
      fontWeight: '600',
    },
  },
})

/** A colour of the shop, with the contrast of its text; one that cannot be read offers the nearest that can. */
export function ColourField({ of, presets = [] }: { of: keyof typeof texts; presets?: typeof DARK_GROUNDS | [] }) {
  const { register, watch, setValue, formState } = useFormContext<SettingsForm>()
  const typed = (watch(`look.${of}`) ?? '').trim().toLowerCase()
  const { built, text } = texts[of]
  const label = settingLabel(`look.${of}`)
  const isColour = /^#[0-9a-f]{6}$/.test(typed)
  const refused = isColour ? refusedColour(of, typed) : undefined
  const set = (colour: string) =>
    setValue(`look.${of}`, colour, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <chakra.div display="grid" gridTemplateColumns="44px minmax(0,1fr)" columnGap="3" alignItems="start">
      <Swatch
        type="color"
        aria-label={`${label}: choose`}
        mt="7"
        value={isColour ? typed : built}
        onChange={({ target }) => set(target.value)}
      />
      <Field
        label={label}
        optional
        placeholder={built}
        maxLength={7}
        spellCheck={false}
        autoComplete="off"
        fontFamily="mono"
        error={
          refused ? `${text} reads ${refused.found.toFixed(1)}, it needs 4.5.` : formState.errors.look?.[of]?.message
        }
        help={
          isColour && !refused
            ? `${text} reads ${textContrast(of, typed).toFixed(1)}, good.`
            : typed
              ? undefined
              : 'Default colour'
        }
        {...register(`look.${of}`)}
      />
      {presets.length > 0 && (
        <chakra.div gridColumn="2" mt="2.5" display="flex" flexWrap="wrap" gap="2">
          {presets.map(([colour, name]) => (
            <Preset key={colour} type="button" aria-pressed={(typed || built) === colour} onClick={() => set(colour)}>
              <chakra.span aria-hidden style={{ backgroundColor: colour }} />
              {name}
            </Preset>
          ))}
        </chakra.div>
      )}
      {refused && (
        <Row gridColumn="2" mt="2" gap="2.5">
          <chakra.span
            aria-hidden
            w="7"
            h="7"
            borderRadius="l1"
            forcedColorAdjust="none"
            style={{ backgroundColor: refused.nearest }}
          />
          <Button variant="outline" size="sm" onClick={() => set(refused.nearest)}>
            Use {refused.nearest}, {textContrast(of, refused.nearest).toFixed(1)}
          </Button>
        </Row>
      )}
    </chakra.div>
  )
}
