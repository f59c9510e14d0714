import { useQuery } from '@tanstack/react-query'
import { type PayLink, PayLinkSettings } from 'contract/pay-links'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconLink } from '../host/admin-icons.ts'
import { useMe } from '../host/me.queries.ts'
import { percent, tick } from '../kit/fields.tsx'
import { Loaded } from '../kit/loaded.tsx'
import { settingsCard } from '../kit/settings-card.tsx'
import { useAct } from '../kit/use-act.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { PayLinkBoard } from './PayLinkBoard.tsx'
import { PayLinkForm } from './PayLinkForm.tsx'

/** Limits how much support may take off, and switches pay links off. */
const PayLinkTerms = settingsCard({
  title: 'Pay link terms',
  load: adminApi.payLinks.settings,
  save: adminApi.payLinks.saveSettings,
  schema: PayLinkSettings,
  stored: ({ settings }) => settings,
  fields: {
    on: tick('Make pay links', {
      help: 'One person’s price for courses, by a link. Links that are out stay good when you switch this off.',
    }),
    support_percent: percent('Support may take off at most (%)', {
      unmarked: true,
      help: 'Of the list price. Owners are not limited.',
    }),
  },
  done: 'Pay link terms saved',
  button: 'Save',
})

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
      {({ on, support_percent }) => (
        <>
          <TabHead title="Pay links">
            {month && month.made > 0 && (
              <Muted alignSelf="center" fontVariantNumeric="lining-nums tabular-nums">
                {month.made} this month, {month.paid} paid, {rupeesText(month.sum)}
              </Muted>
            )}
          </TabHead>
          {on
            ? writes && <PayLinkForm key={begun?.id} again={begun} />
            : me && <PayLinksOff isOwner={me.role === 'owner'} support_percent={support_percent} />}
          {(on || (month?.made ?? 0) > 0) && <PayLinkBoard writes={writes} onAgain={again} />}
          {on && me?.role === 'owner' && (
            <chakra.div mt="8" maxW="560px">
              <PayLinkTerms />
            </chakra.div>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Says what pay links are for; an owner begins with one press. */
function PayLinksOff({ isOwner, support_percent }: { isOwner: boolean; support_percent: number }) {
  const start = useAct(adminApi.payLinks.saveSettings, {
    of: (on: boolean) => ({ on, support_percent }),
    done: 'Pay links are on',
    failed: 'Pay links were not switched on',
    // The menu has the tab from now on.
    also: [adminApi.admins.me.key()],
  })
  return (
    <PageMessage
      icon={IconLink}
      title="A price for one person"
      action={
        isOwner && (
          <Button busy={start.busy} onClick={() => start.run(true)}>
            Use pay links
          </Button>
        )
      }
    >
      Agree on a price by phone or chat, send a link, and the person pays without an account. The link ends after some
      days. {!isOwner && 'An owner can switch pay links on here.'}
    </PageMessage>
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
