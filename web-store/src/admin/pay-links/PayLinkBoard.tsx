import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PayLink, PayLinkColumn, PayLinkWay } from 'contract/pay-links'
import { useState } from 'react'
import { copyText } from '../../shared/copy-text.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCircleCheck, IconClock } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconSend } from '../host/admin-icons.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { PayLinkCard } from './PayLinkCard.tsx'
import { calledOf } from './pay-link-form.ts'

/** Cards of a column at first, and with each press of "more". */
const STEP = 20

const columns: Record<PayLinkColumn, { title: string; icon: typeof IconSend; empty: string }> = {
  invited: { title: 'Invited', icon: IconSend, empty: 'Nobody has an open link.' },
  paid: { title: 'Paid', icon: IconCircleCheck, empty: 'Nothing was paid by a link yet.' },
  expired: { title: 'Expired', icon: IconClock, empty: 'No link has ended unpaid.' },
}

type Props = { writes: boolean; onAgain: (link: PayLink) => void }

/** Shows open, paid and ended links side by side; on phones one after the other. */
export function PayLinkBoard(props: Props) {
  return (
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', md: 'repeat(2,minmax(0,1fr))', xl: 'repeat(3,minmax(0,1fr))' }}
      gap="4"
      alignItems="start"
      mt="6"
    >
      <Column column="invited" {...props} />
      <Column column="paid" {...props} />
      <Column column="expired" {...props} />
    </chakra.div>
  )
}

function Column({ column, writes, onAgain }: Props & { column: PayLinkColumn }) {
  const [limit, setLimit] = useState(STEP)
  const { title, icon, empty } = columns[column]
  const query = useQuery({
    ...adminApi.payLinks.list.queryOptions({ input: { column, limit: String(limit) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  const send = useAct(adminApi.payLinks.resend, {
    of: ({ link, way }: { link: PayLink; way: PayLinkWay }) => ({
      params: { pay_link_id: link.pay_link_id },
      body: { way },
    }),
    done: ({ email }) => `The link is on its way to ${email}`,
    failed: 'Failed to send the link',
  })
  const cancel = useAct(adminApi.payLinks.cancel, {
    of: ({ pay_link_id }: PayLink) => ({ params: { pay_link_id } }),
    confirm: (link) => ({
      title: 'Cancel this pay link?',
      label: 'Cancel link',
      text: `${calledOf(link)} can no longer pay ${rupeesText(link.total)} by it. A payment that is on its way still counts.`,
    }),
    done: ({ status }) => (status === 'paid' ? 'It was paid a moment ago' : 'Pay link cancelled'),
    failed: 'Failed to cancel the link',
  })
  const copy = async ({ url }: PayLink) => {
    if (await copyText(url)) toast.success('Link copied')
    else toast.error('Copying is not allowed here', { description: url })
  }
  const { data } = query
  const sums = data?.columns[column]
  const left = (sums?.count ?? 0) - (data?.pay_links.length ?? 0)
  return (
    <section aria-label={title}>
      <chakra.h2 textStyle="h3" fontSize="1.0625rem" display="flex" alignItems="center" gap="2" mb="2.5">
        <Icon of={icon} size={20} />
        {title}
        {sums && (
          <chakra.span
            ms="auto"
            fontSize=".875rem"
            fontWeight="400"
            fontStretch="100%"
            color="fg.muted"
            fontVariantNumeric="lining-nums tabular-nums"
          >
            {sums.count}, {rupeesText(sums.sum)}
          </chakra.span>
        )}
      </chakra.h2>
      <Loaded query={query} failed="Failed to load pay links" height="96px">
        {({ pay_links }) => (
          <>
            {pay_links.length === 0 && <Help>{empty}</Help>}
            <chakra.ul display="grid" gap="2.5" listStyleType="none">
              {pay_links.map((link) => (
                <PayLinkCard
                  key={link.pay_link_id}
                  link={link}
                  writes={writes}
                  onSend={(way) => send.run({ link, way })}
                  onCopy={() => void copy(link)}
                  onCancel={() => cancel.run(link)}
                  onAgain={() => onAgain(link)}
                />
              ))}
            </chakra.ul>
          </>
        )}
      </Loaded>
      {left > 0 && limit < 200 && (
        <Button variant="ghost" size="sm" mt="2" onClick={() => setLimit(Math.min(200, limit + STEP))}>
          {left} more
        </Button>
      )}
      {cancel.dialog}
    </section>
  )
}
