import { useQueryClient } from '@tanstack/react-query'
import type { Upgrade } from 'contract/options/options'
import { useState } from 'react'
import { api, client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import { StateField } from '../../shared/forms/StateField.tsx'
import { usePayment } from '../../shared/orders/use-payment.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { longDateText, rupeesText } from '../../ui/format.ts'
import { Ways } from '../../ui/Ways.tsx'
import { belowText } from './shown-options.ts'

/** Upgrades a course to a longer option: one sum, one press. */
export default function UpgradeDialog({ course, onClose }: { course: Upgrade; onClose: () => void }) {
  const { course_id, course_name, needs_state, options } = course
  const queries = useQueryClient()
  const [chosen, choose] = useState(options[0]?.option_id)
  const [state, setState] = useState('')
  const [missing, setMissing] = useState(false)
  const upgrade = usePayment(client.options.upgrade, () => {
    void queries.invalidateQueries({ queryKey: api.options.upgrades.key() })
    onClose()
  })
  const option = options.find(({ option_id }) => option_id === chosen)
  if (!option) return null
  const press = () => {
    const isMissing = needs_state && state === ''
    setMissing(isMissing)
    if (isMissing) return
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
        <Ways
          legend={t('Option of {course}', { course: course_name })}
          ways={options.map(({ option_id: key, name, note, total, list_total, until }) => ({
            key,
            name,
            below: belowText(untilText(until), note),
            end: (
              <>
                {list_total > total && <s>{rupeesText(list_total)}</s>}
                <b>{rupeesText(total)}</b>
              </>
            ),
          }))}
          value={chosen}
          onChange={choose}
          disabled={upgrade.isPending}
        />
        <chakra.p color="fg.muted">
          {t('What you paid is taken off. The time counts from your first purchase; notes and progress stay.')}
        </chakra.p>
        {needs_state && (
          <StateField
            help={t('For your tax invoice')}
            error={missing ? t('Choose your state') : undefined}
            value={state}
            onChange={({ target }) => setState(target.value)}
          />
        )}
      </chakra.div>
    </Dialog>
  )
}
