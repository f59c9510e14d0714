import { useQueryClient } from '@tanstack/react-query'
import { type ReportMail, ReportMailInput } from 'contract/books/report-mail'
import { isLanguage, languages } from 'contract/languages'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field } from '../../ui/Field.tsx'
import { toast } from '../../ui/toaster.ts'
import { Choice, FieldProblem, GroupLabel, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'

const begunOf = ({ weekly, monthly, to, language }: ReportMail) => ({ weekly, monthly, to: to.join('\n'), language })

/** Sets which reports go out, to whom and in which language. */
export default function ReportMailDialog({ saved, onClose }: { saved: ReportMail; onClose: () => void }) {
  const queries = useQueryClient()
  const form = useActionForm({
    name: 'report-mail',
    begun: begunOf(saved),
    parse: ({ to, ...rest }) => ReportMailInput.safeParse({ ...rest, to: to.split(/[\s,;]+/).filter(Boolean) }),
    send: (body) => adminClient.books.saveReportMail(body),
    stored: begunOf,
    failed: 'The reports were not saved',
    fallback: 'The reports could not be saved. Please try again.',
    fieldsOf: (error) => fieldErrors(error, ['to']),
    onDone: (stored, { here }) => {
      toast.success(stored.weekly || stored.monthly ? 'Reports switched on' : 'Reports switched off')
      queries.setQueryData(adminApi.books.reportMail.queryOptions().queryKey, stored)
      if (here) onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={() => form.cancel(onClose)}
      title="Reports by email"
      footer={
        <Button type="submit" form="report-mail" busy={form.isPending} busyText="Saving...">
          Save
        </Button>
      }
    >
      <chakra.form method="post" id="report-mail" noValidate display="grid" gap="4.5" onSubmit={form.submit}>
        <div>
          <Choice>
            <input type="checkbox" {...form.box('weekly')} />
            <span>
              Each Monday at 8 am
              <Help>Sums of the week before, from Monday to Sunday.</Help>
            </span>
          </Choice>
          <Choice>
            <input type="checkbox" {...form.box('monthly')} />
            <span>
              On the 1st at 8 am
              <Help>Sums of the month before, as this screen has them.</Help>
            </span>
          </Choice>
        </div>
        <Field
          as="textarea"
          label="Addresses"
          rows={3}
          maxLength={1300}
          spellCheck={false}
          autoComplete="off"
          placeholder="you@example.com"
          help="One on each line, at most five. Each gets sums of the shop, no names of students."
          {...form.field('to')}
        />
        <chakra.div display="grid" gap="1.5">
          <GroupLabel id="report-language">Language of the emails</GroupLabel>
          <Segments
            label="Language of the emails"
            value={form.values.language}
            onChange={(language) => form.put({ language })}
            options={Object.entries(languages).flatMap(([code, { name }]) =>
              isLanguage(code) ? [[code, name] as const] : [],
            )}
          />
        </chakra.div>
        {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
      </chakra.form>
    </Dialog>
  )
}
