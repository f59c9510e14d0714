import { chakra } from './chakra.ts'
import { Icon } from './Icon.tsx'
import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandPinterest,
  IconBrandTelegram,
  IconBrandTiktok,
  IconBrandX,
  IconBrandYoutube,
  IconWorld,
} from './platform-icons.ts'

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
    gap: { base: '2.5', md: '3.5' },
    px: { base: '3', md: '4.5' },
    py: { base: '3.5', md: '4' },
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

/** A place to post to: the name, always written, with its icon; a globe for names we have no icon for. */
export function PlatformTile({ name }: { name: string }) {
  const icon = platforms.find(([pattern]) => pattern.test(name))?.[1] ?? IconWorld
  return (
    <Tile>
      <Icon of={icon} size={28} />
      <span>{name}</span>
    </Tile>
  )
}
