import { chakra } from './chakra.ts'
import { Icon } from './Icon.tsx'
import { outline } from './icon-drawing.ts'

// Icons of the platforms, only for the sales page. Source: see `icons.ts`.

const IconBrandFacebook = outline('M7 10v4h3v7h4v-7h3l1 -4h-4v-2a1 1 0 0 1 1 -1h3v-4h-3a5 5 0 0 0 -5 5v2h-3')
const IconBrandInstagram = outline(
  'M3 7a4 4 0 0 1 4 -4h10a4 4 0 0 1 4 4v10a4 4 0 0 1 -4 4h-10a4 4 0 0 1 -4 -4l0 -10M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 0 0 -7 0M17 7v.01',
)
const IconBrandPinterest = outline(
  'M8 20l4 -9M10.7 14c.437 1.263 1.43 2 2.55 2c2.071 0 3.75 -1.554 3.75 -4a5 5 0 1 0 -9.7 1.7M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0',
)
const IconBrandTelegram = outline('M15 10l-4 4l6 6l4 -16l-18 7l4 2l2 6l3 -4')
const IconBrandTiktok = outline(
  'M21 7.917v4.034a9.948 9.948 0 0 1 -5 -1.951v4.5a6.5 6.5 0 1 1 -8 -6.326v4.326a2.5 2.5 0 1 0 4 2v-11.5h4.083a6.005 6.005 0 0 0 4.917 4.917',
)
const IconBrandX = outline('M4 4l11.733 16h4.267l-11.733 -16l-4.267 0M4 20l6.768 -6.768m2.46 -2.46l6.772 -6.772')
const IconBrandYoutube = outline(
  'M2 8a4 4 0 0 1 4 -4h12a4 4 0 0 1 4 4v8a4 4 0 0 1 -4 4h-12a4 4 0 0 1 -4 -4v-8M10 9l5 3l-5 3l0 -6',
)
const IconWorld = outline(
  'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18',
)

const platforms = [
  [/instagram/i, IconBrandInstagram],
  [/facebook/i, IconBrandFacebook],
  [/youtube|shorts/i, IconBrandYoutube],
  [/twitter|\bx\b/i, IconBrandX],
  [/tik ?tok/i, IconBrandTiktok],
  [/pinterest/i, IconBrandPinterest],
  [/telegram/i, IconBrandTelegram],
] as const

const Tile = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: { base: '2', md: '3.5' },
    px: { base: '2.5', md: '4.5' },
    py: { base: '1.5', md: '4' },
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'l2',
    fontWeight: '600',
    fontSize: { base: '.9375rem', md: '1rem' },
    minW: '0',
    overflowWrap: 'anywhere',
    '& svg': { color: 'action.fg' },
  },
})

/** Shows a platform: its name in text, with its icon, or a globe for unknown names. */
export function PlatformTile({ name }: { name: string }) {
  const icon = platforms.find(([pattern]) => pattern.test(name))?.[1] ?? IconWorld
  return (
    <Tile>
      <Icon of={icon} size={28} />
      <span>{name}</span>
    </Tile>
  )
}
