import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { useDraft } from '../../shared/cart/use-draft.ts'
import { Problem } from '../../shared/Problem.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { H3, Text } from '../../ui/text.tsx'
import { useFields } from '../../ui/use-fields.ts'
import { type Age, AgeFields, answerOf, NO_AGE, problemsOf } from './AgeFields.tsx'
import { ParentState } from './ParentState.tsx'

/** Shows a student whether the shop knows them as an adult or a child, and who consents. */
export default function AgeSettings() {
  const { data } = useQuery({ ...api.children.mine.queryOptions(), staleTime: 0 })
  const [other, setOther] = useState(false)
  if (!data || data.state === 'adult') return null
  return (
    <Card padded asChild>
      <section aria-labelledby="age">
        <Stack gap="4">
          <H3 as="h2" id="age">
            {t('Your age')}
          </H3>
          {data.state === 'confirmed' && (
            <Text>{t('{name} has consented. You get no ads and no offers.', { name: data.parent?.name ?? '' })}</Text>
          )}
          {data.state === 'waiting' && <ParentState age={data} />}
          {data.state === 'waiting' && !other && (
            <Button variant="outline" size="sm" justifySelf="start" onClick={() => setOther(true)}>
              {t('Name another parent')}
            </Button>
          )}
          {(data.state === 'none' || (data.state === 'waiting' && other)) && <AgeForm onDone={() => setOther(false)} />}
        </Stack>
      </section>
    </Card>
  )
}

function AgeForm({ onDone }: { onDone: () => void }) {
  const queries = useQueryClient()
  const form = useFields<Age>(NO_AGE, problemsOf)
  const save = useSubmission({
    mutationFn: (age: Age) => client.children.answer(answerOf(age)),
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: api.children.key() }),
  })
  useDraft('age', NO_AGE, form, save.isSuccess)
  return (
    <chakra.form method="post" display="grid" gap="4" noValidate onSubmit={form.submit((age) => save.mutate(age))}>
      {save.isError && <Problem>{errorText(save.error, t('Your choice was not saved'))}</Problem>}
      <AgeFields form={form} busy={save.isPending} />
      <Button type="submit" justifySelf="start" busy={save.isPending} busyText={t('Saving...')}>
        {t('Save')}
      </Button>
    </chakra.form>
  )
}
