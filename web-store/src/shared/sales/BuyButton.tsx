import type { Course } from 'contract/courses/courses'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { filled, t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { cart } from '../../stores/cart.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { later } from '../../ui/later.tsx'
import { useOwned } from '../courses/use-owned.ts'
import { useIsPreview } from './preview.ts'

const FreeDialog = later(() => import('./FreeDialog.tsx'))

type BuyButtonProps = Pick<ButtonProps, 'full' | 'minW' | 'maxW'> & {
  course: Course
  /** Label; the course's own words, or 'Buy Now', when absent. */
  children?: ReactNode
  onStage?: boolean
  /** An outline: a page has gold at its top, in its offer and in its bar. */
  quiet?: boolean
}

/** Buys this one course: the cart becomes one seat of it and the checkout opens. An owner of the course goes to it instead. */
export function BuyButton({ course, children, onStage = false, quiet = false, ...look }: BuyButtonProps) {
  const navigate = useNavigate()
  const preview = useIsPreview()
  const [requested, request] = useState(false)
  const owned = useOwned(course)
  if (owned && !preview) {
    return (
      <Button asChild size="lg" variant={onStage ? 'white' : 'solid'} {...look}>
        <Link to={paths.learn(course.course_id)}>{t('Go to course')}</Link>
      </Button>
    )
  }
  const buy = () => {
    if (preview) return
    if (course.free) return request(true)
    cart.replaceWith(course)
    navigate(paths.checkout)
  }
  return (
    <>
      <Button variant={quiet ? 'outline' : 'buy'} size="lg" whiteSpace="normal" flexShrink="1" onClick={buy} {...look}>
        {course.free ? t('Get it free') : (children ?? filled(course.buy_now_text || t('Buy Now')))}
      </Button>
      {requested && <FreeDialog id={course.course_id} onClose={() => request(false)} />}
    </>
  )
}
