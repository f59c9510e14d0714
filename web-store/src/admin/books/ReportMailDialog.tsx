import { type ReportMail, ReportMailInput } from 'contract/books/report-mail'
import { isLanguage, languages } from 'contract/languages'
import { Dialog } from '../../ui/Dialog.tsx'
import { adminApi } from '../host/admin-api.ts'
import { area, segments, tick } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'

const begunOf = ({ to, ...saved }: ReportMail) => ({ ...saved, to: to.join('\n') })

const fields = {
  weekly: tick('Each Monday at 8 am', { help: 'Sums of the week before, from Monday to Sunday.' }),
  monthly: tick('On the 1st at 8 am', { help: 'Sums of the month before, as this screen has them.' }),
  to: area('Addresses', {
    unmarked: true,
    own: false,
    rows: 3,
    maxLength: 1300,
    placeholder: 'you@example.com',
    help: 'One on each line, at most five. Each gets sums of the shop, no names of students.',
  }),
  language: segments(
    'Language of the emails',
    Object.entries(languages).flatMap(([code, { name }]) => (isLanguage(code) ? [[code, name] as const] : [])),
    { titled: true },
  ),
}

/** Sets which reports go out, to whom and in which language. */
export default function ReportMailDialog({ saved, onClose }: { saved: ReportMail; onClose: () => void }) {
  const form = useForm(adminApi.books.saveReportMail, fields, {
    draft: 'report-mail',
    begun: begunOf(saved),
    schema: ReportMailInput,
    shape: (body, { to }) => ({ ...body, to: to.split(/[\s,;]+/).filter(Boolean) }),
    stored: begunOf,
    done: ({ weekly, monthly }) => (weekly || monthly ? 'Reports switched on' : 'Reports switched off'),
    failed: 'The reports were not saved',
    fallback: 'The reports could not be saved. Please try again.',
    onDone: (_, { here }) => here && onClose(),
  })
  return (
    <Dialog
      open
      onClose={() => form.cancel(onClose)}
      title="Reports by email"
      footer={
        <SaveButton of={form} formId="report-mail" always>
          Save
        </SaveButton>
      }
    >
      <Form form={form} id="report-mail" />
    </Dialog>
  )
}
