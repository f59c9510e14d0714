import type { CourseCard as Card } from 'contract/courses/courses'
import { type Testimonial, testimonialDefaults } from 'contract/shop/home'
import { useState } from 'react'
import { useShop } from '../../content/brand.ts'
import { t } from '../../language/text.ts'
import { CourseCard } from '../../shared/courses/CourseCard.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '../../ui/icons.ts'
import { Section, Tag, Wrap } from '../../ui/layout.tsx'
import { Stars } from '../../ui/Stars.tsx'
import { useRotation } from './use-rotation.ts'

const AVATAR_COLOURS = ['#C21B63', '#1F8549', '#343DA6', '#854F00']

/** All share one grid cell, so that the height of the page never changes. */
const Layer = chakra('div', {
  base: {
    gridArea: '1/1',
    display: 'grid',
    gap: '22px',
    alignContent: 'start',
    transition: 'opacity 200ms, visibility 200ms',
  },
  variants: { shown: { false: { opacity: '0', visibility: 'hidden' } } },
})

const Words = chakra('blockquote', { base: { textStyle: 'quote' } })

const Face = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    flexShrink: '0',
    w: '12',
    h: '12',
    borderRadius: 'full',
    color: 'white',
    fontSize: '1.25rem',
    fontWeight: '700',
    lineHeight: '1',
  },
})

const Dot = chakra('button', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '9',
    h: '11',
    cursor: 'pointer',
    borderRadius: 'l1',
    '& span': { w: '12px', h: '12px', borderRadius: 'full', bg: 'border.emphasized' },
    '&[aria-current=true] span': { w: '26px', bg: 'action.fg' },
  },
})

function Quote({ testimonial, colour }: { testimonial: Testimonial; colour: string | undefined }) {
  const { name, role, avatar, text, rating, course } = testimonial
  return (
    <>
      <Words>{text}</Words>
      <chakra.div display="flex" alignItems="center" gap="3">
        <Face aria-hidden style={{ backgroundColor: colour }}>
          {avatar}
        </Face>
        <div>
          <chakra.p fontWeight="600">{name}</chakra.p>
          {role && (
            <chakra.p textStyle="sm" color="fg.muted">
              {role}
            </chakra.p>
          )}
        </div>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="3.5">
        <Stars rating={rating} />
        {course && <Tag whiteSpace="normal">{course}</Tag>}
      </chakra.div>
    </>
  )
}

/** Shows one testimonial at a time; moves on by itself until somebody looks, points or reads with the keyboard. */
export function Testimonials({ cards }: { cards: Card[] }) {
  const testimonials = useShop('testimonials', testimonialDefaults)
  const [hold, setHold] = useState(false)
  const { index, show, playing, canMove, toggle } = useRotation(testimonials.length, hold)
  const beside = cards.find((card) => card.course_id === testimonials[index]?.course_id) ?? cards[0]
  return (
    <Section aria-labelledby="testimonials-title">
      <Wrap
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'minmax(0,1.35fr) minmax(0,1fr)' }}
        columnGap="16"
        rowGap="6"
        alignItems="center"
        onPointerEnter={() => setHold(true)}
        onPointerLeave={() => setHold(false)}
        onFocus={() => setHold(true)}
        onBlur={() => setHold(false)}
      >
        <chakra.div display="grid" gap="22px">
          <chakra.h2 id="testimonials-title" textStyle="sm" fontWeight="550" color="fg.muted">
            {t('What our students say')}
          </chakra.h2>
          <chakra.div display="grid" aria-live={playing ? 'off' : 'polite'}>
            {testimonials.map((testimonial, position) => (
              <Layer key={testimonial.name} shown={position === index} aria-hidden={position !== index}>
                <Quote testimonial={testimonial} colour={AVATAR_COLOURS[position % AVATAR_COLOURS.length]} />
              </Layer>
            ))}
          </chakra.div>
        </chakra.div>
        {beside && (
          <chakra.div display={{ base: 'none', md: 'block' }} w="full" maxW="320px" justifySelf="end">
            <CourseCard course={beside} />
          </chakra.div>
        )}
        <chakra.div gridColumn="1/-1" display="flex" alignItems="center" gap="2px">
          {testimonials.map(({ name }, position) => (
            <Dot
              key={name}
              type="button"
              aria-label={t('Testimonial {number} of {all}', { number: position + 1, all: testimonials.length })}
              aria-current={position === index}
              onClick={() => show(position)}
            >
              <span />
            </Dot>
          ))}
          {canMove && (
            <IconButton compact color="fg.subtle" aria-label={playing ? t('Pause') : t('Play')} onClick={toggle}>
              <Icon of={playing ? IconPlayerPauseFilled : IconPlayerPlayFilled} size={16} />
            </IconButton>
          )}
        </chakra.div>
      </Wrap>
    </Section>
  )
}
