import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'

const MoveOrder = later(() => import('./MoveOrder.tsx'))

/** Offers to move a paid order to another person. */
export default function OrderDrawerPart({ order: { order_id } }: { order: { order_id: string } }) {
  const { data: me } = useMe()
  const { data: order } = useQuery(adminApi.orders.adminGet.queryOptions({ input: { order_id } }))
  const [open, setOpen] = useState(false)
  if (order?.status !== 'paid' || !(me?.role === 'owner' || me?.role === 'support')) return null
  if (order.stays) return <Help mt="6">{order.stays}.</Help>
  return (
    <chakra.div mt="6">
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        Move to another person
      </Button>
      {open && <MoveOrder of={order} onClose={() => setOpen(false)} />}
    </chakra.div>
  )
}
