import { contrast, refusedColour, TEXT_ON } from 'contract/shop/look'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { settingLabel } from './setting-labels.ts'
import type { SettingsForm } from './settings-form.ts'

const texts = {
  buy: { built: '#ffb81c', text: 'Dark text on it' },
  action: { built: '#2b3390', text: 'White text on it' },
}

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

/** A colour of the shop, with the contrast of its text; one that cannot be read offers the nearest that can. */
export function ColourField({ of }: { of: keyof typeof texts }) {
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
            ? `${text} reads ${contrast(typed, TEXT_ON[of]).toFixed(1)}, good.`
            : typed
              ? undefined
              : 'Empty, so the built-in colour is shown.'
        }
        {...register(`look.${of}`)}
      />
      {refused && (
        <chakra.div gridColumn="2" mt="2" display="flex" alignItems="center" gap="2.5">
          <chakra.span
            aria-hidden
            w="7"
            h="7"
            borderRadius="l1"
            forcedColorAdjust="none"
            style={{ backgroundColor: refused.nearest }}
          />
          <Button variant="outline" size="sm" onClick={() => set(refused.nearest)}>
            Use {refused.nearest}, {contrast(refused.nearest, TEXT_ON[of]).toFixed(1)}
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  )
}
