import { darkSurfaces, type Look, lookDefaults, mixed, readableOn, TEXT_ON } from 'contract/shop/look'

type Surfaces = Pick<ReturnType<typeof darkSurfaces>, 'panel' | 'muted'>

/** The surfaces on which a colour is text: on the muted one it reads worst. */
const BUILT_IN: Record<'light' | 'dark', Surfaces> = {
  light: { panel: '#ffffff', muted: '#eceef7' },
  dark: { panel: '#161938', muted: '#20244b' },
}

/** Derives the palette of one of the owner's colours, as `colors.ts` of the theme lists it. */
function palette(of: 'buy' | 'action', colour: string, theme: 'light' | 'dark', { panel, muted }: Surfaces): string {
  const [ink, paper] = theme === 'light' ? ['#000000', '#ffffff'] : ['#ffffff', '#000000']
  const solid = of === 'action' && theme === 'dark' ? lightest(colour) : colour
  const shades = {
    solid,
    contrast: TEXT_ON[of],
    fg: readableOn(colour, muted, ink),
    subtle: mixed(panel, colour, 0.12),
    muted: mixed(panel, colour, 0.24),
    emphasized: mixed(colour, paper, 0.35),
    'focus-ring': readableOn(colour, muted, ink),
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

/** Returns the variables of a dark ground and what lies on it. */
function darkGround(own: string): string {
  const { ground, subtle, panel, muted, border, emphasized } = darkSurfaces(own)
  const colours = {
    bg: ground,
    'bg-subtle': subtle,
    'bg-panel': panel,
    'bg-muted': muted,
    border,
    'border-emphasized': emphasized,
  }
  return Object.entries(colours)
    .map(([name, value]) => `--sh-colors-${name}:${value}`)
    .join(';')
}

const corners = (radius: number) =>
  [radius, radius && radius + 4, radius && radius + 8].map((px, at) => `--sh-radii-l${at + 1}:${px}px`).join(';')

/** Lists the elements of the owner's look, which are in the head before all others: a page never shows the built-in one first. */
export function lookStyles(look: Partial<Look> | undefined): string[] {
  const { buy, action, dark, radius } = { ...lookDefaults, ...look }
  const all = (theme: 'light' | 'dark') => {
    const surfaces = theme === 'dark' && dark ? darkSurfaces(dark) : BUILT_IN[theme]
    return Object.entries({ buy, action }).flatMap(([of, own]) =>
      own ? [palette(of as 'buy' | 'action', own, theme, surfaces)] : [],
    )
  }
  const everywhere = [...all('light'), ...(radius === lookDefaults.radius ? [] : [corners(radius)])]
  const inDark = [...(dark ? [darkGround(dark)] : []), ...all('dark')]
  const rules = [
    [':root', everywhere],
    [':root.dark', inDark],
  ] as const
  const style = rules.map(([of, own]) => (own.length > 0 ? `${of}{${own.join(';')}}` : '')).join('')
  return [...(dark ? [browserBar(darkSurfaces(dark).panel)] : []), ...(style ? [`<style>${style}</style>`] : [])]
}

const browserBar = (colour: string) =>
  `<meta name="theme-color" content="${colour}" media="(prefers-color-scheme: dark)">`

const PAIR = /<style data-type="(\w+)"[^>]*>(.*?)<\/style>\s*/gs

/** Puts the fonts of the owner's pair into the built page, in place of those of the built-in one, and drops the other pairs. */
export function withTypePair(html: string, { type }: Pick<Look, 'type'>): string {
  const own = [...html.matchAll(PAIR)].flatMap(([, name, rules = '']) => (name === type ? [rules] : []))
  const parts = ['fonts', 'letters']
  return parts.reduce(
    (page, part, at) =>
      page.replace(new RegExp(`(<style id="${part}"[^>]*>).*?(</style>)`, 's'), (whole, open, close) =>
        own[at] === undefined ? whole : open + own[at] + close,
      ),
    html.replace(PAIR, ''),
  )
}
