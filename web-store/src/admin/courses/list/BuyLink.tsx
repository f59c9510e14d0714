import { useQuery } from '@tanstack/react-query'
import { expiryInstant, isExpired } from 'contract/expiry'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useCopied } from '../../../shared/use-copied.ts'
import { shopNow } from '../../../stores/shop-clock.ts'
import { Button } from '../../../ui/Button.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { dateText } from '../../../ui/format.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { IconCheck } from '../../../ui/icons.ts'
import { Stack } from '../../../ui/layout.tsx'
import { IconCopy } from '../../../ui/secondary-icons.ts'
import { toast } from '../../../ui/toaster.ts'
import { Help } from '../../forms/form-parts.tsx'
import { usePlatform } from '../../host/platform.tsx'
import { promocodeListQuery } from '../../promocodes/promocodes.queries.ts'
import type { AdminCard } from '../courses.queries.ts'

/** Copies an address that opens the checkout with a course in it, with a promo code if one is chosen. */
export default function BuyLink({ of: course, onClose }: { of: AdminCard; onClose: () => void }) {
  const { storeAddress, copyText } = usePlatform()
  const { copied, say } = useCopied()
  const [code, setCode] = useState('')
  const { data } = useQuery(promocodeListQuery({ course: course.course_id, limit: '100' }))
  const codes = (data?.data.promocodes ?? []).filter(
    ({ paused, expiry_date }) => !paused && !isExpired(expiry_date, shopNow()),
  )
  const query = new URLSearchParams({ course: course.course_id, ...(code && { code }) })
  const link = storeAddress(`${paths.checkout}?${query}`)
  const copy = async () => {
    if (!(await copyText(link))) return toast.error('Copying is not allowed here')
    say()
    toast.success('Buy link copied', { id: 'buy-link', description: link })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="coins"
      title={`Buy link of ${course.name}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <Button onClick={() => void copy()}>
            <Icon of={copied ? IconCheck : IconCopy} size={16} />
            {code ? 'Copy with the code' : 'Copy buy link'}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <chakra.p
          p="3.5"
          bg="bg.subtle"
          borderRadius="l2"
          fontFamily="mono"
          textStyle="sm"
          overflowWrap="anywhere"
          userSelect="all"
        >
          {link}
        </chakra.p>
        <Field
          as="select"
          label="With a promo code"
          optional
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        >
          <option value="">No code</option>
          {codes.map(({ promocode, expiry_date }) => (
            <option key={promocode} value={promocode}>
              {`${promocode}, until ${dateText(expiryInstant(expiry_date) ?? 0)}`}
            </option>
          ))}
        </Field>
        <Help>
          It opens the checkout with this course alone, also in WhatsApp. The buyer’s own cart stays as it is.
        </Help>
      </Stack>
    </Dialog>
  )
}
