import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { rich } from '../../language/rich.tsx'
import { t } from '../../language/text.ts'
import { paths } from '../../paths.ts'
import { cart, useCart } from '../../stores/cart.ts'
import { useSession } from '../../stores/session.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Skeleton } from '../../ui/layout.tsx'
import { Price } from '../../ui/Price.tsx'
import { TextLink } from '../../ui/text.tsx'
import { GeneratedPassword } from './GeneratedPassword.tsx'
import { Receipt, ReceiptToCome, useOrder } from './OrderFacts.tsx'
import { PaymentCard } from './PaymentCard.tsx'

const toOrder = (words: string) => <TextLink to={paths.orders}>{words}</TextLink>

/** The money is certain: the courses are there. */
export function Paid({ orderId }: { orderId: string }) {
  const queries = useQueryClient()
  const email = useSession((state) => state.user?.email)
  // The cart usually equals the order: it predicts the room that the order takes.
  const [lines] = useState(() => useCart.getState().lines)
  useEffect(() => {
    cart.clear()
    cart.choosePromocode(undefined)
    void queries.invalidateQueries({ queryKey: api.account.key() })
    void queries.invalidateQueries({ queryKey: api.learning.key() })
  }, [queries])
  const order = useOrder(orderId)
  const gifts = order?.gift_codes?.length ?? 0
  return (
    <PaymentCard
      state="paid"
      title={t('Payment Successful!')}
      actions={
        <>
          <Button asChild full>
            <Link to={paths.dashboard}>{t('Go to Dashboard')}</Link>
          </Button>
          <Button asChild variant="outline" full>
            <Link to={paths.courses}>{t('Browse More Courses')}</Link>
          </Button>
        </>
      }
    >
      <chakra.p color="fg.muted">
        {t('Your courses are in your dashboard.')}
        {email && ` ${t('A receipt is on its way to {email}.', { email })}`}
      </chakra.p>
      {order === undefined && <ReceiptToCome rows={(lines.length || 1) + 2} />}
      {order === undefined && lines.some(({ quantity }) => quantity > 1) && <Skeleton alignSelf="stretch" h="1lh" />}
      {order && (
        <Receipt>
          {order.courses.map((course) => (
            <div key={course.course_id}>
              <dt>{t('Course')}</dt>
              <dd>
                {course.course_name}
                {course.quantity > 1 && ` ×\u00a0${course.quantity}`}
              </dd>
            </div>
          ))}
          <div>
            <dt>{t('Paid')}</dt>
            <dd>
              <Price value={order.total} />
            </dd>
          </div>
          <div>
            <dt>{t('Order')}</dt>
            <dd>{order.order_no}</dd>
          </div>
        </Receipt>
      )}
      {gifts > 0 && (
        <p>
          {gifts === 1
            ? rich('You have 1 gift code to share, in <order>your order</order>.', { order: toOrder })
            : rich('You have {count} gift codes to share, in <order>your order</order>.', {
                count: gifts,
                order: toOrder,
              })}
        </p>
      )}
      <GeneratedPassword />
    </PaymentCard>
  )
}
