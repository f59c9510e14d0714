import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { later } from '../../ui/later.tsx'
import { Card } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'

const ReportMailDialog = later(() => import('./ReportMailDialog.tsx'))

/** Says who gets the sums by email, and lets the owner change it. */
export function ReportMail() {
  const [open, setOpen] = useState(false)
  const { data: me } = useMe()
  const { data } = useQuery(adminApi.books.reportMail.queryOptions())
  if (!data) return null
  const when = [data.weekly && 'each Monday for the week before', data.monthly && 'on the 1st for the month before']
  const days = when.filter(Boolean).join(', and ')
  return (
    <Card as="section" aria-label="Reports by email" px={{ base: '18px', md: '6' }} py={{ base: '18px', md: '5' }}>
      <chakra.div display="flex" flexWrap="wrap" gap="4" alignItems="center" justifyContent="space-between">
        <chakra.div flex="1 1 260px" minW="0" display="grid" gap="1">
          <chakra.h2 textStyle="h3">Reports by email</chakra.h2>
          <Help>
            {days
              ? `At 8 am ${days}, to ${data.to.join(', ')}.`
              : 'Off. The sums of this screen can go to you and your accountant each week or month.'}
          </Help>
        </chakra.div>
        {me?.role === 'owner' && (
          <Button variant="outline" onClick={() => setOpen(true)}>
            {days ? 'Change reports' : 'Set up reports'}
          </Button>
        )}
      </chakra.div>
      {open && <ReportMailDialog saved={data} onClose={() => setOpen(false)} />}
    </Card>
  )
}
