import { MAX_CART_SEATS } from 'contract/cart-seats'
import { Link } from 'react-router-dom'
import { useAddedTax } from '../../content/tax.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { PartsPlace } from '../../shared/cart/CartPlaces.tsx'
import { LineAmount } from '../../shared/cart/LineAmount.tsx'
import type { PricedCartView } from '../../shared/cart/priced-cart.ts'
import { accessText } from '../../shared/courses/access-text.ts'
import type { CartLine } from '../../stores/storage.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconMinus, IconPlus } from '../../ui/icons.ts'
import { Card } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Price } from '../../ui/Price.tsx'
import { IconTrash } from '../../ui/secondary-icons.ts'
import { slot } from '../../ui/slot.tsx'

/** Five columns where there is room; on a phone a row of 60 px, with a second one for the quantity of several seats. */
const Line = chakra('li', {
  base: {
    display: 'grid',
    alignItems: 'center',
    gridTemplateColumns: {
      base: '56px minmax(0, 1fr) auto 44px',
      md: '128px minmax(0, 1fr) auto minmax(84px, auto) 44px',
    },
    columnGap: { base: '2', md: '18px' },
    minH: '60px',
    px: { base: '3', md: '18px' },
    py: { base: '1.5', md: '18px' },
    '& + &': { borderTopWidth: '1px', borderColor: 'border' },
    '& [data-ways]': {
      gridColumn: { base: '1 / -1', md: '2' },
      pb: { base: '1.5', md: '0' },
      pe: { base: '2', md: '0' },
      '&:empty': { display: 'none' },
    },
    '& [data-amount]': { textAlign: 'right', fontSize: '1.0625rem', fontWeight: '700' },
    mdDown: {
      me: '-2',
      '& h2': { fontSize: '1rem', lineClamp: '1' },
      '& [data-remove]': { gridColumn: '4', gridRow: '1' },
      '&[data-many] [data-quantity]': { gridColumn: '2', gridRow: '2', justifySelf: 'start', my: '1.5' },
      '&[data-many] [data-amount]': { gridColumn: '3 / 5', gridRow: '2', pe: '2.5' },
      // One seat needs a plus alone, and its amount is its price.
      '&:not([data-many])': {
        '& [data-quantity]': { border: '0' },
        '& [data-quantity] > :not(:last-child), & [data-amount]': { display: 'none' },
      },
    },
  },
})

const Quantity = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    h: '11',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    '& > span': { minW: '22px', textAlign: 'center', fontWeight: '700', fontVariantNumeric: 'tabular-nums' },
  },
})

export type LineOfCart = { line: CartLine }

/** Choices of a course that has ways to pay. */
const Parts = slot<LineOfCart>(import.meta.glob('../*/CartLinePart.tsx'), { failed: () => null })

type CartLinesProps = {
  cart: PricedCartView
  onQuantity: (id: string, quantity: number) => void
  onRemove: (id: string) => void
}

export function CartLines({ cart: { lines, priced }, onQuantity, onRemove }: CartLinesProps) {
  const added = useAddedTax()
  const full = lines.reduce((seats, line) => seats + line.quantity, 0) >= MAX_CART_SEATS
  return (
    <Card as="ul" overflow="hidden" aria-label={t('Courses in your cart')}>
      {lines.map((line, index) => (
        <Line key={line.id} data-many={line.quantity > 1 || undefined}>
          <chakra.div borderRadius="l1" overflow="hidden">
            <Picture place="thumb" src={line.banner} alt="" label="" />
          </chakra.div>
          <chakra.div minW="0" overflowWrap="anywhere">
            <chakra.h2 textStyle="h3" lineClamp="4">
              <Link to={paths.course(line.id)}>{line.name}</Link>
            </chakra.h2>
            <chakra.p textStyle="sm" color="fg.muted">
              {rich('{price} {tax} each', { price: <Price value={line.price} />, tax: added })}
            </chakra.p>
            {line.includes && <PartsPlace bundleId={line.id} line={priced.lines[index]} />}
            {line.access && (
              <chakra.p textStyle="sm" color="fg.muted">
                {accessText(line.access)}
              </chakra.p>
            )}
          </chakra.div>
          <Quantity data-quantity="" role="group" aria-label={t('Quantity of {course}', { course: line.name })}>
            <IconButton
              w="42px"
              h="42px"
              aria-label={t('Decrease')}
              disabled={line.quantity <= 1}
              onClick={() => onQuantity(line.id, line.quantity - 1)}
            >
              <Icon of={IconMinus} size={16} />
            </IconButton>
            <span aria-live="polite">{line.quantity}</span>
            <IconButton
              w="42px"
              h="42px"
              aria-label={t('Increase')}
              disabled={full}
              onClick={() => onQuantity(line.id, line.quantity + 1)}
            >
              <Icon of={IconPlus} size={16} />
            </IconButton>
          </Quantity>
          <LineAmount data-amount="" line={priced.lines[index]} />
          <IconButton
            data-remove=""
            color="fg.subtle"
            _hover={{ bg: 'bg.muted', color: 'danger.fg' }}
            aria-label={t('Remove {course}', { course: line.name })}
            onClick={() => onRemove(line.id)}
          >
            <Icon of={IconTrash} />
          </IconButton>
          {line.ways && (
            <chakra.div data-ways="">
              <Parts line={line} />
            </chakra.div>
          )}
        </Line>
      ))}
    </Card>
  )
}
