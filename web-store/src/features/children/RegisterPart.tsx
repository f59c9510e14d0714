import { useEffect } from 'react'
import { client } from '../../api/client.ts'
import { t } from '../../language/text.ts'
import type { RegisterExtra } from '../../shared/login/RegisterForm.tsx'
import { toast } from '../../ui/toaster.ts'
import { useFields } from '../../ui/use-fields.ts'
import { type Age, AgeFields, answerOf, NO_AGE, problemsOf } from './AgeFields.tsx'

/** Asks somebody who registers whether they are 18 or older. */
export default function RegisterPart({ add }: { add: (extra: RegisterExtra) => void }) {
  const form = useFields<Age>(NO_AGE, problemsOf)
  const { values, fail } = form
  useEffect(() => {
    add({
      child: values.adult === 'no',
      check: () => {
        const problems = problemsOf(values)
        fail(problems)
        return problems.length === 0
      },
      send: async () => {
        await client.children.answer(answerOf(values))
        if (values.adult === 'no') toast.success(t('We emailed your parent a link'), { id: 'parent' })
      },
    })
  }, [values, fail, add])
  return <AgeFields form={form} />
}
