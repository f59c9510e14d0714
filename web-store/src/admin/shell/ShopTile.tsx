import { type SyntheticEvent, useState } from 'react'
import { useBrand } from '../../content/brand.ts'
import stall from '../../logo.svg'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconExternalLink } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { usePlatform } from '../host/platform.tsx'

/** A wider logo would be a line of dots in the tile. */
const WIDEST = 1.6

const Tile = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minW: '0',
    minH: { base: '11', lg: '13' },
    p: '2',
    borderRadius: 'l2',
    color: 'white',
    textAlign: 'start',
    cursor: 'pointer',
    lineHeight: '1.25',
    _hover: { bg: 'stage.raised' },
    _focusVisible: { outlineOffset: '-3px' },
  },
})

const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    w: '34px',
    h: '34px',
    borderRadius: '8px',
    overflow: 'hidden',
    bg: 'white',
    color: 'action.solid',
    '& img': { w: '34px', h: '34px', p: '3px', objectFit: 'contain' },
  },
})

/** The shop's logo, or a stall where there is none, it did not load, or it is too wide for a square. */
function ShopMark() {
  const { logo } = useBrand()
  const [unfit, setUnfit] = useState<string>()
  const look = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) => {
    if (naturalWidth > naturalHeight * WIDEST) setUnfit(logo)
  }
  return (
    <Mark>
      {logo && logo !== unfit ? (
        <img src={logo} alt="" onLoad={look} onError={() => setUnfit(logo)} />
      ) : (
        <img src={stall} alt="" />
      )}
    </Mark>
  )
}

/** Names the shop at the top of the console, and opens its store. */
export function ShopTile({ folded = false }: { folded?: boolean }) {
  const { name } = useBrand()
  const platform = usePlatform()
  return (
    <Tile
      type="button"
      title={folded ? `${name}: open the store` : name}
      flex={folded ? undefined : '1'}
      onClick={() => platform.openStorePage('/')}
    >
      <ShopMark />
      {!folded && (
        <chakra.span flex="1" minW="0">
          <chakra.b display="block" truncate fontWeight="620">
            {name}
          </chakra.b>
          <chakra.span display="flex" gap="1.5" fontSize=".8125rem" color="stage.muted">
            <b>Admin</b>
            <chakra.span display={{ base: 'none', lg: 'block' }} truncate>
              {new URL(platform.storeAddress('/')).host}
            </chakra.span>
          </chakra.span>
        </chakra.span>
      )}
      <VisuallyHidden>{folded && name} Open the store</VisuallyHidden>
      {!folded && (
        <chakra.span color="stage.muted" lineHeight="0">
          <Icon of={IconExternalLink} size={16} />
        </chakra.span>
      )}
    </Tile>
  )
}
