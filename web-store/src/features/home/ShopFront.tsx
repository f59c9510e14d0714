import type { CourseCard } from 'contract/courses/courses'
import { PAINTED_LINE } from 'contract/shop/brand'
import { useContext } from 'react'
import { useBrand } from '../../content/brand.ts'
import { Awning } from '../../ui/Awning.tsx'
import { chakra } from '../../ui/chakra.ts'
import { signFont } from '../../ui/fonts.ts'
import { HeadContext } from '../../ui/Head.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { PriceTicket } from '../../ui/PriceTicket.tsx'
import { SignText } from '../../ui/text.tsx'

const Sign = chakra('div', {
  base: {
    textAlign: 'center',
    bg: 'stage.raised',
    borderWidth: '1px',
    borderBottomWidth: '0',
    borderColor: 'stage.border',
    borderRadius: '10px 10px 0 0',
    mx: '7',
    pt: '4',
    pb: '2',
    px: '2.5',
    fontSize: { base: '1.875rem', md: '2.5rem' },
    fontWeight: '800',
    lineHeight: '1.15',
  },
})

const FrontGrid = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2,minmax(0,1fr))',
    rowGap: '34px',
    columnGap: { base: '4', md: '6' },
    bg: '#0C0D2B',
    mt: '-24px',
    mx: { base: '1', md: '2.5' },
    pt: { base: '44px', md: '46px' },
    px: { base: '4', md: '26px' },
    pb: '30px',
  },
})

const Frame = chakra('div', {
  base: {
    position: 'relative',
    border: '4px solid #FFE9B3',
    borderRadius: '4px',
    boxShadow: '0 10px 0 -4px #2A2D70',
  },
})

const Counter = chakra('div', {
  base: {
    h: { base: '26px', md: '44px' },
    mx: { base: '-16px', md: '-6px' },
    background: 'repeating-linear-gradient(90deg,#2B3390 0 118px,#232A7B 118px 120px)',
    borderTop: '8px solid #FFB81C',
  },
})

/** Draws the shop; hidden from screen readers, since the words below say the same. */
export function ShopFront({ cards }: { cards: CourseCard[] }) {
  const { line } = useBrand()
  const page = useContext(HeadContext)
  // The painted font has the letters of this one line: another line would be half painted, half not.
  const painted = line === PAINTED_LINE
  if (page && painted) page.fonts = [signFont]
  const hindi = /\p{Script=Devanagari}/u.test(line)
  return (
    <chakra.div
      aria-hidden
      pt={{ base: '6', md: '34px' }}
      w="full"
      maxW={{ base: 'none', md: '640px', lg: 'none' }}
      mx="auto"
    >
      {line && (
        <Sign
          lang={hindi ? 'hi' : undefined}
          fontFamily={painted ? 'AnekTagline, {fonts.body}' : hindi ? 'var(--devanagari, Hind), {fonts.body}' : 'body'}
        >
          <SignText>{line}</SignText>
        </Sign>
      )}
      <Awning size="shop" tone="festive" position="relative" zIndex="2" mx={{ base: '-6px', md: '-14px' }} />
      <FrontGrid minH={cards.length > 0 ? undefined : '64px'}>
        {cards.map((card, index) => (
          <Frame key={card.course_id}>
            <Picture place="front" src={card.banner} alt="" label="" eager={index === 0} />
            <chakra.span position="absolute" right="2.5" bottom="-16px">
              <PriceTicket price={card.price} size="sm" />
            </chakra.span>
          </Frame>
        ))}
      </FrontGrid>
      <Counter />
    </chakra.div>
  )
}
