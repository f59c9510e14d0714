import { useQuery } from '@tanstack/react-query'
import type { PayLink } from 'contract/pay-links'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconLink } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { PayLinkBoard } from './PayLinkBoard.tsx'
import { PayLinkForm } from './PayLinkForm.tsx'

/** Links by which one person pays at a price of their own: the form of a new one, and the board of all. */
export default function PayLinksTab() {
  const { data: me } = useMe()
  const settings = useQuery(adminApi.payLinks.settings.queryOptions())
  const board = useQuery({ ...adminApi.payLinks.list.queryOptions({ input: {} }), staleTime: 0 })
  const [begun, setBegun] = useState<{ id: string; values: object }>()
  const writes = me?.role === 'owner' || me?.role === 'support'
  const month = board.data?.month
  const again = async (link: PayLink) => {
    setBegun({ id: link.pay_link_id, values: await valuesOf(link) })
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <Loaded query={settings} failed="Failed to load pay links">
      {({ on }) => (
        <>
          <TabHead title="Pay links">
            {month && month.made > 0 && (
              <Muted alignSelf="center" fontVariantNumeric="lining-nums tabular-nums">
                {month.made} this month, {month.paid} paid, {rupeesText(month.sum)}
              </Muted>
            )}
          </TabHead>
          {!on ? (
            <PageMessage icon={IconLink} title="Pay links are off">
              A pay link is one person’s price for courses, good for some days.{' '}
              {me?.role === 'owner' ? (
                <chakra.span textDecoration="underline">
                  <Link to={adminPaths.tab('payment')}>Switch them on under Payment</Link>
                </chakra.span>
              ) : (
                'An owner can switch them on under Payment.'
              )}
            </PageMessage>
          ) : (
            writes && <PayLinkForm key={begun?.id} again={begun} />
          )}
          {(on || (month?.made ?? 0) > 0) && <PayLinkBoard writes={writes} onAgain={again} />}
        </>
      )}
    </Loaded>
  )
}

/** Fills the form for a link that is made again; the prices are the present ones. */
async function valuesOf(link: PayLink) {
  const { courses } = await adminClient.enrolments.courses({})
  return {
    ...link,
    days: undefined,
    course_ids: link.course_ids.map((course_id, at) => ({
      course_id,
      name: link.courses[at] ?? course_id,
      price: courses.find((one) => one.course_id === course_id)?.price ?? 0,
    })),
  }
}
