import { type Look, mixed, readableOn, TEXT_ON } from 'contract/shop/look'

/** Grounds on which a colour is text: the muted one of each theme, on which it reads worst. */
const GROUND = { light: '#eceef7', dark: '#20244b' }
const PANEL = { light: '#ffffff', dark: '#161938' }

/** Derives the palette of one of the owner's colours, as `colors.ts` of the theme lists it. */
function palette(of: keyof typeof TEXT_ON, colour: string, theme: 'light' | 'dark'): string {
  const [ink, paper] = theme === 'light' ? ['#000000', '#ffffff'] : ['#ffffff', '#000000']
  const solid = of === 'action' && theme === 'dark' ? lightest(colour) : colour
  const shades = {
    solid,
    contrast: TEXT_ON[of],
    fg: readableOn(colour, GROUND[theme], ink),
    subtle: mixed(PANEL[theme], colour, 0.12),
    muted: mixed(PANEL[theme], colour, 0.24),
    emphasized: mixed(colour, paper, 0.35),
    'focus-ring': readableOn(colour, GROUND[theme], ink),
    border: mixed(colour, paper, 0.35),
    hover: of === 'buy' ? mixed(solid, '#ffffff', 0.12) : mixed(solid, '#000000', 0.12),
    edge: mixed(colour, '#000000', 0.25),
  }
  return Object.entries(shades)
    .map(([name, value]) => `--sh-colors-${of}-${name}:${value}`)
    .join(';')
}

/** Returns the lightest shade on which white still reads: a dark colour disappears in the dark theme. */
const lightest = (colour: string) => readableOn(mixed(colour, '#ffffff', 0.3), '#ffffff', '#000000')

/** Lists the style element of the owner's colours, which is in the head: a page never shows the built-in ones first. */
export function lookStyles(look: Partial<Look> | undefined): string[] {
  const own = (['buy', 'action'] as const).flatMap((of) => (look?.[of] ? [[of, look[of]] as const] : []))
  if (own.length === 0) return []
  const all = (theme: 'light' | 'dark') => own.map(([of, colour]) => palette(of, colour, theme)).join(';')
  return [`<style>:root{${all('light')}}:root.dark{${all('dark')}}</style>`]
}
