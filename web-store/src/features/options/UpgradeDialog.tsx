import { useQueryClient } from '@tanstack/react-query'
import { statesByName } from 'contract/gst-states'
import type { Upgrade } from 'contract/options/options'
import { useState } from 'react'
import { api, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { filled, t } from '../../language/text.ts'
import { payableAddress } from '../../shared/orders/payment-link.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { longDateText, rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { OptionRadios } from './OptionRadios.tsx'

/** Upgrades a course to a longer option: one sum, one press. */
export default function UpgradeDialog({ course, onClose }: { course: Upgrade; onClose: () => void }) {
  const { course_id, course_name, needs_state, options } = course
  const queries = useQueryClient()
  const [chosen, choose] = useState(options[0]?.option_id)
  const [state, setState] = useState('')
  const [missing, setMissing] = useState(false)
  const upgrade = useSubmission(
    api.options.upgrade.mutationOptions({
      onSuccess: ({ payment_link }) => {
        const address = payableAddress(payment_link, window.location)
        if (address) window.location.assign(address)
        else toast.error(t('Invalid payment link received'), { id: 'purchase' })
      },
      onError: (failure) => {
        toast.error(errorText(failure, t('Failed to process purchase')), { id: 'purchase' })
        void queries.invalidateQueries({ queryKey: api.options.upgrades.key() })
        onClose()
      },
    }),
  )
  const option = options.find(({ option_id }) => option_id === chosen)
  if (!option) return null
  const press = () => {
    setMissing(needs_state && state === '')
    if (needs_state && state === '') return
    const billing = state ? { billing_state: state } : {}
    upgrade.mutate({ course_id, option_id: option.option_id, expected_total: option.total, ...billing })
  }
  const untilText = (until: string | null) =>
    until === null ? t('Lifetime access') : t('Until {day}', { day: longDateText(new Date(until)) })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Upgrade your course')}
      footer={
        <Button variant="buy" size="lg" full busy={upgrade.isPending} busyText={t('Processing...')} onClick={press}>
          {t('Upgrade for {amount}', { amount: rupeesText(option.total) })}
        </Button>
      }
    >
      <chakra.div display="grid" gap="3" lineHeight="1.45">
        <OptionRadios
          legend={t('Option of {course}', { course: course_name })}
          options={options.map(({ option_id, name, note, total, list_total, until }) => ({
            option_id,
            name,
            note,
            price: total,
            listPrice: list_total,
            access: untilText(until),
          }))}
          value={chosen}
          onChange={choose}
          disabled={upgrade.isPending}
        />
        <chakra.p color="fg.muted">
          {t('What you paid is taken off. The time counts from your first purchase; notes and progress stay.')}
        </chakra.p>
        {needs_state && (
          <Field
            as="select"
            label={t('State')}
            required
            autoComplete="address-level1"
            help={t('For your tax invoice')}
            error={missing ? t('Choose your state') : undefined}
            value={state}
            onChange={({ target }) => setState(target.value)}
          >
            <option value="">{t('Choose your state')}</option>
            {statesByName.map(([code, name]) => (
              <option key={code} value={code}>
                {filled(name)}
              </option>
            ))}
          </Field>
        )}
      </chakra.div>
    </Dialog>
  )
}
